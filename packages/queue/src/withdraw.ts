/** Takes delayed batches out of the queue, for work that is enqueued anew to run sooner. */
import type { Batch } from '@sluice/contracts';
import { Job, type Queue } from 'bullmq';
import type { FairQueue } from './fair-queue.js';

/** Work of one tenant and lane that was to run later. */
export interface Withdrawn {
  readonly tenantId: string;
  readonly lane: string;
  /** See `QueueDefinition.item`. */
  readonly items: ReadonlySet<string>;
  readonly laterThan: Date;
}

const AT_ONCE = 50;
// What runs about as soon stays: another caller may have just enqueued it for the same reason.
const AS_SOON_MS = 1_000;

/**
 * Removes the batches that hold only `items` and wait until well after `laterThan`. A batch that holds other work too
 * stays, as does one that a worker has taken; the work of both is harmless twice. Whoever dies between this and the new
 * batches leaves the work to the sweep.
 */
export async function withdraw(
  queue: Queue,
  turns: Pick<FairQueue, 'forget' | 'waitingAfter'>,
  { tenantId, lane, items, laterThan }: Withdrawn,
): Promise<void> {
  const gone = new Set<string>();
  const removeOne = async (jobId: string): Promise<void> => {
    const job = await Job.fromId<Batch>(queue, jobId);
    if (!job?.data.items.every((item) => items.has(item))) return;
    // Fails for a batch that was taken meanwhile.
    const isRemoved = await job.remove().then(
      () => true,
      () => false,
    );
    if (!isRemoved) return;
    await turns.forget({ jobId, tenantId, lane });
    for (const item of job.data.items) gone.add(item);
  };
  const jobIds = await turns.waitingAfter(tenantId, lane, laterThan.getTime() + AS_SOON_MS);
  for (let start = 0; start < jobIds.length && gone.size < items.size; start += AT_ONCE)
    await Promise.all(jobIds.slice(start, start + AT_ONCE).map(removeOne));
}
