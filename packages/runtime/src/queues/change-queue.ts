/** What an operator may do to a queue: pause it, resume it, retry failed batches, and run delayed batches at once. */
import { withDeadline } from '@sluice/batching';
import type { QueueDefinition } from '@sluice/contracts';
import { Queue } from 'bullmq';
import type { RedisConnection } from '../redis.js';

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
  const done = made(queue, change).finally(() => void queue.close().catch(() => undefined));
  return withDeadline('a change of a queue', WITHIN_MS, done);
}

async function made(queue: Queue, change: QueueChange): Promise<number> {
  switch (change) {
    case 'pause':
      await queue.pause();
      return 0;
    case 'resume':
      await queue.resume();
      return 0;
    case 'retry': {
      const failed = await queue.getFailedCount();
      await queue.retryJobs({ count: AT_ONCE });
      return failed;
    }
    case 'promote':
      return promoteAll(queue);
  }
}

// One by one: the library's bulk promotion would put them before all batches with a priority, and so before the turns
// of other tenants. A batch that is delayed meanwhile stays delayed.
async function promoteAll(queue: Queue): Promise<number> {
  const delayed = await queue.getDelayedCount();
  let promoted = 0;
  while (promoted < delayed) {
    const batches = await queue.getDelayed(0, AT_ONCE - 1);
    const outcomes = await Promise.allSettled(batches.map((batch) => batch.promote()));
    const moved = outcomes.filter(({ status }) => status === 'fulfilled').length;
    if (moved === 0) break;
    promoted += moved;
  }
  return promoted;
}
