/** The contents of the queues, for scalers and collectors inside the installation, read from Redis on demand. */
import { queues } from '@sluice/contracts';
import { cachedFor } from '@sluice/concurrency';
import type { RedisConnection } from '@sluice/process';
import { inspectQueue, type QueueReport } from '@sluice/queue';

/** Every queue as it was at most {@link KEPT_MS} ago; rejects if Redis does not answer. */
export type QueueFigures = () => Promise<readonly QueueReport[]>;

/** A scaler asks for each queue separately, several times in quick succession; one reading answers all of them. */
const KEPT_MS = 1_000;

/** Reads all queues over `redis`. */
export function createQueueFigures(redis: RedisConnection): QueueFigures {
  return cachedFor(KEPT_MS, () => Promise.all(queues.map((queue) => inspectQueue(queue, redis))));
}
