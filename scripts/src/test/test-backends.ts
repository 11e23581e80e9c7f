/** The stores that a test run uses: started once for all of it, in a folder of its own that goes away with it. */
import { Redis } from 'ioredis';
import {
  findOrStartStores,
  startContainers,
  type Backend,
  type BackendPlace,
  type StorePair,
} from '@sluice/launch';
import { Problem } from '@sluice/local';

/** Obtains the stores that `TEST_BACKENDS`, `REDIS_URL` and `MONGODB_URL` ask for, else starts them in `place`. */
export async function obtainTestBackends(env: NodeJS.ProcessEnv, place: BackendPlace): Promise<StorePair> {
  const wanted = env['TEST_BACKENDS'];
  if (wanted === 'containers') return startContainers();
  if (wanted) throw new Problem(`TEST_BACKENDS is "${wanted}" and must be "containers" or unset.`);

  if (env['REDIS_URL']) await refuseFilledRedis(env['REDIS_URL']);
  const found: Backend[] = [];
  try {
    return await findOrStartStores(env, place, (store) => found.push(store));
  } catch (error) {
    await Promise.all(found.map((store) => store.stop()));
    throw error;
  }
}

// Each test process empties a database of its own; what is in the first one, where people's data is, stays.
async function refuseFilledRedis(url: string): Promise<void> {
  const keyspace = await withRedis(url, (redis) => redis.info('keyspace'));
  if (!/^db[1-9]\d*:/m.test(keyspace)) return;
  throw new Problem(
    'The Redis at REDIS_URL holds data in databases that the tests would empty (1 and up): unset REDIS_URL to have one started, or name another.',
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
