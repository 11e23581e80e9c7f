/** The stores that a test run uses: started once for all of it, in a folder of its own that goes away with it. */
import type { Backend, BackendPlace } from '../backends/backend.js';
import { startContainers } from '../backends/containers.js';
import { findOrStartMongo } from '../backends/mongodb.js';
import { findOrStartRedis } from '../backends/redis.js';
import { Redis } from 'ioredis';
import { Problem } from '../terminal/problem.js';

/** Both stores of a test run. */
export interface TestBackends {
  readonly redis: Backend;
  readonly mongodb: Backend;
}

/** Obtains the stores that `TEST_BACKENDS`, `REDIS_URL` and `MONGODB_URL` ask for, else starts them in `place`. */
export async function obtainTestBackends(env: NodeJS.ProcessEnv, place: BackendPlace): Promise<TestBackends> {
  const wanted = env['TEST_BACKENDS'];
  if (wanted === 'containers') return startContainers();
  if (wanted) throw new Problem(`TEST_BACKENDS is "${wanted}" and must be "containers" or unset.`);

  if (env['REDIS_URL']) await refuseFilledRedis(env['REDIS_URL']);
  const [redis, mongodb] = await Promise.allSettled([
    findOrStartRedis(env['REDIS_URL'], place),
    findOrStartMongo(env['MONGODB_URL'], place),
  ]);
  if (redis.status === 'fulfilled' && mongodb.status === 'fulfilled') {
    return { redis: redis.value, mongodb: mongodb.value };
  }
  for (const store of [redis, mongodb]) if (store.status === 'fulfilled') await store.value.stop();
  throw redis.status === 'rejected' ? redis.reason : (mongodb as PromiseRejectedResult).reason;
}

/** Empties a Redis that was given; it was empty before the tests. One started here goes away as a whole. */
export async function leaveEmpty({ kind, url }: Backend): Promise<void> {
  if (kind === 'given') await withRedis(url, (redis) => redis.flushall());
}

// The tests empty Redis on purpose, to show that no lead is lost by it; somebody's own data must not be there.
async function refuseFilledRedis(url: string): Promise<void> {
  const keyspace = await withRedis(url, (redis) => redis.info('keyspace'));
  if (!/^db\d+:/m.test(keyspace)) return;
  throw new Problem(
    'The Redis at REDIS_URL holds data and the tests would empty it: unset REDIS_URL to have one started, or name an empty one.',
  );
}

async function withRedis<T>(url: string, use: (redis: Redis) => Promise<T>): Promise<T> {
  const redis = new Redis(url, { lazyConnect: true, retryStrategy: () => null });
  redis.on('error', () => undefined);
  try {
    await redis.connect();
    return await use(redis);
  } catch {
    throw new Problem(
      'No Redis answers at REDIS_URL: start it, correct the variable, or unset it to have one started.',
    );
  } finally {
    redis.disconnect();
  }
}
