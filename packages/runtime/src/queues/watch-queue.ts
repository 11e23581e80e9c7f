/** Watches a queue from outside its batches: how much is where, how long the oldest has waited, whether it is paused. */
import { repeat } from '@sluice/batching';
import type { QueueDefinition } from '@sluice/contracts';
import { Queue } from 'bullmq';
import type { Redis } from 'ioredis';
import type { Metrics } from '../metrics.js';
import { createFairQueue } from './fair-queue.js';

/** What was last seen of a queue. */
export interface QueueWatch {
  /** How many leads or effects wait; 0 when that is not known, because Redis does not answer. */
  readonly waiting: () => number;
  /** When it was last seen paused, by this process's clock; 0 when it never was. What waits there waits for a person. */
  readonly lastPausedAt: () => number;
  stop(): Promise<void>;
}

const EVERY_MS = 5_000;
const LOOK_WITHIN_MS = 4_000;
const KNOWN_FOR_MS = 15_000;

export function watchQueue(
  { name, prefix }: Pick<QueueDefinition, 'name' | 'prefix'>,
  connection: Redis,
  metrics: Metrics,
): QueueWatch {
  const queue = new Queue(name, { connection, prefix, skipVersionCheck: true });
  queue.on('error', () => undefined);
  const turns = createFairQueue(connection, { name, prefix });
  let waiting = 0;
  let knownUntil = 0;
  let lastPausedAt = 0;

  async function look(): Promise<void> {
    const [load, failed, paused] = await Promise.all([
      turns.load(),
      queue.getFailedCount(),
      queue.isPaused(),
    ]);
    metrics.queuePaused.set({ queue: name }, paused ? 1 : 0);
    if (paused) lastPausedAt = Date.now();
    for (const state of ['waiting', 'active', 'delayed'] as const)
      metrics.queueDepth.set({ queue: name, state }, load[state]);
    metrics.queueDepth.set({ queue: name, state: 'failed' }, failed);
    metrics.queueOldestSeconds.set({ queue: name }, load.oldestMs / 1000);
    waiting = load.waiting;
    knownUntil = performance.now() + KNOWN_FOR_MS;
  }

  // While Redis is away the last figures stand.
  const looking = repeat({
    what: 'a look at a queue',
    run: look,
    everyMs: EVERY_MS,
    withinMs: LOOK_WITHIN_MS,
  });
  return {
    waiting: () => (performance.now() < knownUntil ? waiting : 0),
    lastPausedAt: () => lastPausedAt,
    stop: async () => {
      // A look under way is not waited for: Redis may never answer it.
      void looking.stop();
      await queue.close();
    },
  };
}
