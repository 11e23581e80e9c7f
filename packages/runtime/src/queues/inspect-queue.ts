/** One look at a queue from outside, for operators: how much is where, who works on it, and what waits longest. */
import { withDeadline } from '@sluice/batching';
import type { QueueDefinition } from '@sluice/contracts';
import { Queue } from 'bullmq';
import type { Redis } from 'ioredis';

/** What was seen of a queue. */
export interface QueueReport {
  readonly name: string;
  readonly waiting: number;
  readonly active: number;
  readonly delayed: number;
  readonly failed: number;
  /** How long the oldest waiting job has waited; 0 when none waits. */
  readonly oldestWaitingMs: number;
  /** Connected workers. */
  readonly workers: number;
  readonly paused: boolean;
}

const LOOK_WITHIN_MS = 4_000;

/** Looks at a queue once. Rejects when Redis does not answer in time. */
export function inspectQueue(
  queue: Pick<QueueDefinition, 'name' | 'prefix'>,
  connection: Redis,
): Promise<QueueReport> {
  return withDeadline('a look at a queue', LOOK_WITHIN_MS, look(queue, connection));
}

async function look(
  { name, prefix }: Pick<QueueDefinition, 'name' | 'prefix'>,
  connection: Redis,
): Promise<QueueReport> {
  const queue = new Queue(name, { connection, prefix, skipVersionCheck: true });
  queue.on('error', () => undefined);
  try {
    const [counts, waiting, behind, workers, paused] = await Promise.all([
      queue.getJobCounts('wait', 'prioritized', 'active', 'delayed', 'failed'),
      queue.getWaiting(0, 0),
      queue.getPrioritized(0, 0),
      queue.getWorkersCount(),
      queue.isPaused(),
    ]);
    const count = (state: string): number => counts[state] ?? 0;
    return {
      name,
      waiting: count('wait') + count('prioritized'),
      active: count('active'),
      delayed: count('delayed'),
      failed: count('failed'),
      oldestWaitingMs: Math.max(0, ...[...waiting, ...behind].map(({ timestamp }) => Date.now() - timestamp)),
      workers,
      paused,
    };
  } finally {
    await queue.close();
  }
}
