/**
 * A worker's watch over its own queue, which distinguishes a worker that hangs from one with no work or a paused queue.
 */
import { repeat } from '@sluice/concurrency';
import type { QueueDefinition } from '@sluice/contracts';
import { Queue } from 'bullmq';
import type { RedisConnection } from '@sluice/process';
import { createFairQueue } from './fair-queue.js';

/** The last known state of a queue. */
export interface QueueWatch {
  /** How many leads or effects wait; 0 if unknown because Redis does not answer. */
  readonly waiting: () => number;
  /**
   * When the queue was last seen paused, by this process's clock; 0 if it never was. Jobs in a paused queue wait for an
   * operator.
   */
  readonly lastPausedAt: () => number;
  stop(): Promise<void>;
}

const EVERY_MS = 5_000;
const LOOK_WITHIN_MS = 4_000;
const KNOWN_FOR_MS = 15_000;

export function watchQueue(
  { name, prefix }: Pick<QueueDefinition, 'name' | 'prefix'>,
  connection: RedisConnection,
): QueueWatch {
  const queue = new Queue(name, { connection, prefix, skipVersionCheck: true });
  queue.on('error', () => undefined);
  const turns = createFairQueue(connection, { name, prefix });
  let waiting = 0;
  let knownUntil = 0;
  let lastPausedAt = 0;

  async function look(): Promise<void> {
    const [load, paused] = await Promise.all([turns.load(), queue.isPaused()]);
    if (paused) lastPausedAt = Date.now();
    waiting = load.waiting;
    knownUntil = performance.now() + KNOWN_FOR_MS;
  }

  // While Redis is unavailable, the last figures apply.
  const looking = repeat({
    what: 'a check of a queue',
    run: look,
    everyMs: EVERY_MS,
    withinMs: LOOK_WITHIN_MS,
  });
  return {
    waiting: () => (performance.now() < knownUntil ? waiting : 0),
    lastPausedAt: () => lastPausedAt,
    stop: async () => {
      // A check in progress is not awaited, because Redis may never answer it.
      void looking.stop();
      await queue.close();
    },
  };
}
