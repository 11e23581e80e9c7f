/** What is in the queues, for scalers and collectors inside the installation. Asked of Redis when they ask. */
import { queues } from '@sluice/contracts';
import { inspectQueue, keptFor, type QueueReport } from '@sluice/runtime';
import type { Redis } from '../redis.js';

/** Every queue as it was at most {@link KEPT_MS} ago; rejects while Redis does not answer. */
export type QueueFigures = () => Promise<readonly QueueReport[]>;

/** Scalers ask for each queue by itself, several times in a moment: one look answers all of them. */
const KEPT_MS = 1_000;

/** Looks at all queues over `redis`. */
export function createQueueFigures(redis: Redis): QueueFigures {
  return keptFor(KEPT_MS, () => Promise.all(queues.map((queue) => inspectQueue(queue, redis))));
}
