/** What an operator may do to a queue: pause it, resume it, retry failed batches, and run delayed batches at once. */
import { withDeadline } from '@sluice/concurrency';
import type { QueueDefinition } from '@sluice/contracts';
import { Queue, type Job } from 'bullmq';
import type { RedisConnection } from '@sluice/process';
import { createFairQueue, type FairQueue } from './fair-queue.js';

/** The change to make. */
export type QueueChange = 'pause' | 'resume' | 'retry' | 'promote';

const WITHIN_MS = 20_000;
const AT_ONCE = 1_000;

/** Changes a queue, and returns how many batches were moved. Rejects when Redis does not answer in time. */
export function changeQueue(
  { name, prefix }: Pick<QueueDefinition, 'name' | 'prefix'>,
  change: QueueChange,
  connection: RedisConnection,
): Promise<number> {
  const queue = new Queue(name, { connection, prefix, skipVersionCheck: true });
  queue.on('error', () => undefined);
  const turns = createFairQueue(connection, { name, prefix });
  const done = made(queue, turns, change).finally(() => void queue.close().catch(() => undefined));
  return withDeadline('a change of a queue', WITHIN_MS, done);
}

async function made(queue: Queue, turns: FairQueue, change: QueueChange): Promise<number> {
  switch (change) {
    case 'pause':
      await queue.pause();
      return 0;
    case 'resume':
      await queue.resume();
      return 0;
    case 'retry':
      return moveEach(
        await queue.getFailedCount(),
        () => queue.getFailed(0, AT_ONCE - 1),
        (batch) => batch.retry(),
      );
    case 'promote':
      return moveEach(
        await queue.getDelayedCount(),
        () => queue.getDelayed(0, AT_ONCE - 1),
        async (batch) => {
          await batch.promote();
          await turns.defer({ jobId: batch.id ?? '' });
        },
      );
  }
}

// One by one: the library's bulk operations would put the batches before all that have a priority, and so before the
// turns of other tenants. A batch that is delayed or fails again meanwhile stays where it is.
async function moveEach(
  most: number,
  next: () => Promise<readonly Job[]>,
  move: (batch: Job) => Promise<void>,
): Promise<number> {
  let moved = 0;
  while (moved < most) {
    const outcomes = await Promise.allSettled((await next()).map(move));
    const done = outcomes.filter(({ status }) => status === 'fulfilled').length;
    if (done === 0) break;
    moved += done;
  }
  return moved;
}
