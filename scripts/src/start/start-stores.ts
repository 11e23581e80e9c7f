/** Both stores at the same time, each registered as soon as it answers. */
import { findOrStartMongo, findOrStartRedis, type Backend, type BackendPlace } from '@sluice/launch';
import type { Progress } from '@sluice/local';
import type { Watch } from './launch-services.js';
import type { Running } from './shut-down.js';

/** Finds or starts Redis and MongoDB; rejects with the first `Problem` once neither is under way any more. */
export async function startStores(
  { env, dataDir, logDir }: { env: NodeJS.ProcessEnv; dataDir: string; logDir: string },
  { running, progress, watch }: { running: Running; progress: Progress; watch: Watch },
): Promise<{ redis: Backend; mongodb: Backend }> {
  const place: BackendPlace = { dataDir, logDir, note: watch.note, started: watch.changed };
  const obtain = (name: string, find: () => Promise<Backend>): Promise<Backend> =>
    progress.step(
      name,
      async () => {
        const store = await find();
        running.stores.push(store);
        return store;
      },
      ({ label }) => `${name}: ${label}`,
    );
  const [redis, mongodb] = await Promise.allSettled([
    obtain('Redis', () => findOrStartRedis(env['REDIS_URL'], place)),
    obtain('MongoDB', () => findOrStartMongo(env['MONGODB_URL'], place)),
  ]);
  if (redis.status === 'rejected') throw redis.reason;
  if (mongodb.status === 'rejected') throw mongodb.reason;
  return { redis: redis.value, mongodb: mongodb.value };
}
