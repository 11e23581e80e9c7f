/** Finds or starts both stores concurrently, and reports each as soon as it answers. */
import { lineProgress, type Progress } from '@sluice/local';
import type { Backend, BackendPlace } from './backend.js';
import { findOrStartMongo } from './mongodb.js';
import { findOrStartRedis } from './redis.js';

/** Both stores of one installation. */
export interface StorePair {
  readonly redis: Backend;
  readonly mongodb: Backend;
}

/**
 * Finds or starts Redis and MongoDB, but for those that are `running`; rejects with the first `Problem` once neither is
 * still starting. `found` is called with each store that answers; the caller must stop it, even if the other store fails.
 */
export async function findOrStartStores(
  env: NodeJS.ProcessEnv,
  place: BackendPlace,
  found: (store: Backend) => void,
  progress: Progress = lineProgress(() => undefined),
  running: Partial<StorePair> = {},
): Promise<StorePair> {
  const obtain = (name: string, find: () => Promise<Backend>): Promise<Backend> =>
    progress.step(
      name,
      async () => {
        const store = await find();
        found(store);
        return store;
      },
      ({ label }) => `${name}: ${label}`,
    );
  const [redis, mongodb] = await Promise.allSettled([
    obtain('Redis', async () => running.redis ?? findOrStartRedis(env['REDIS_URL'], place)),
    obtain('MongoDB', async () => running.mongodb ?? findOrStartMongo(env['MONGODB_URL'], place)),
  ]);
  if (redis.status === 'rejected') throw redis.reason;
  if (mongodb.status === 'rejected') throw mongodb.reason;
  return { redis: redis.value, mongodb: mongodb.value };
}
