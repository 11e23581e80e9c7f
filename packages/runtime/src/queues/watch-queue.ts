/** Watches a queue from outside its jobs: depth by state and the age of the oldest waiting job. */
import { withDeadline } from '@sluice/batching';
import type { QueueDefinition } from '@sluice/contracts';
import { Queue } from 'bullmq';
import type { Redis } from 'ioredis';
import type { Metrics } from '../metrics.js';

/** What was last seen of a queue. */
export interface QueueWatch {
  /** How many jobs wait; 0 when that is not known, because Redis does not answer. */
  readonly waiting: () => number;
  stop(): Promise<void>;
}

const EVERY_MS = 5_000;
const LOOK_WITHIN_MS = 4_000;
const KNOWN_FOR_MS = 15_000;
const states = ['wait', 'prioritized', 'active', 'delayed', 'failed', 'completed'] as const;

export function watchQueue(
  { name, prefix }: Pick<QueueDefinition, 'name' | 'prefix'>,
  connection: Redis,
  metrics: Metrics,
): QueueWatch {
  const queue = new Queue(name, { connection, prefix, skipVersionCheck: true });
  queue.on('error', () => undefined);
  let waiting = 0;
  let knownUntil = 0;

  async function look(): Promise<void> {
    const counts = await queue.getJobCounts(...states);
    for (const state of states) metrics.queueDepth.set({ queue: name, state }, counts[state] ?? 0);
    waiting = (counts['wait'] ?? 0) + (counts['prioritized'] ?? 0);
    knownUntil = performance.now() + KNOWN_FOR_MS;
    const heads = waiting > 0 ? [await queue.getWaiting(0, 0), await queue.getPrioritized(0, 0)].flat() : [];
    const oldest = Math.min(...heads.map(({ timestamp }) => timestamp));
    metrics.queueOldestSeconds.set({ queue: name }, heads.length > 0 ? (Date.now() - oldest) / 1000 : 0);
  }

  // While Redis is away the last figures stand.
  const timer = setInterval(
    () => void withDeadline('a look at a queue', LOOK_WITHIN_MS, look()).catch(() => undefined),
    EVERY_MS,
  );
  timer.unref();
  return {
    waiting: () => (performance.now() < knownUntil ? waiting : 0),
    stop: async () => {
      clearInterval(timer);
      await queue.close();
    },
  };
}
