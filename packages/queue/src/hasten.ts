/** Delayed batches that run sooner than was planned, so that no second batch is added for the same work. */
import type { Batch } from '@sluice/contracts';
import { Job, type Queue } from 'bullmq';
import type { FairQueue } from './fair-queue.js';

/** Work of one tenant and lane that is to run at another time. */
export interface Hastened {
  readonly tenantId: string;
  readonly lane: string;
  /** See `QueueDefinition.item`. */
  readonly items: ReadonlySet<string>;
  readonly at: Date;
}

const AT_ONCE = 50;

/**
 * Lets the batches that hold some of `items`, and wait until later than `at`, run at `at`. Returns the items that they hold:
 * the others are in no delayed batch. What else such a batch holds runs sooner too, and is delayed again.
 */
export async function hasten(
  queue: Queue,
  turns: Pick<FairQueue, 'defer' | 'waitingAfter'>,
  { tenantId, lane, items, at }: Hastened,
): Promise<ReadonlySet<string>> {
  const hastened = new Set<string>();
  const moveOne = async (jobId: string): Promise<void> => {
    const job = await Job.fromId<Batch>(queue, jobId);
    const held = job?.data.items.filter((item) => items.has(item)) ?? [];
    if (!job || held.length === 0) return;
    const delayMs = Math.max(1, at.getTime() - Date.now());
    // Fails for a batch that was taken meanwhile.
    const isMoved = await job.changeDelay(delayMs).then(
      () => true,
      () => false,
    );
    if (!isMoved) return;
    await turns.defer({ jobId }, at.getTime());
    for (const item of held) hastened.add(item);
  };
  const jobIds = await turns.waitingAfter(tenantId, lane, at.getTime());
  for (let start = 0; start < jobIds.length && hastened.size < items.size; start += AT_ONCE)
    await Promise.all(jobIds.slice(start, start + AT_ONCE).map(moveOne));
  return hastened;
}
