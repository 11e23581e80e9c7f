/** The stores of a test run: started once for all of it, in a folder of its own that is removed afterwards. */
import {
  findOrStartStores,
  startContainers,
  type Backend,
  type BackendPlace,
  type StorePair,
} from '@sluice/launch';
import { Problem } from '@sluice/local';
import { redisAddress, redisUrlProblem, withRedis } from '@sluice/runtime';

const ANSWERS_WITHIN_MS = 5_000;

/** Finds the stores that `TEST_BACKENDS`, `REDIS_URL` and `MONGODB_URL` request, or else starts them in `place`. */
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

// Each test process empties a database of its own. Database 0, where people keep their data, is never touched.
async function refuseFilledRedis(url: string): Promise<void> {
  const problem = redisUrlProblem(url);
  if (problem !== undefined) throw new Problem(`REDIS_URL ${problem}.`);
  if (redisAddress(url).kind !== 'server')
    throw new Problem(
      'The tests need a Redis of one server, with its 16 databases: unset REDIS_URL to have one started, or name one.',
    );
  const info = withRedis(url, ANSWERS_WITHIN_MS, (redis) => redis.info('keyspace'));
  const keyspace = await info.catch(() => {
    throw new Problem(
      'No Redis answers at REDIS_URL: start it, correct the variable, or unset it so that one is started.',
    );
  });
  if (!/^db[1-9]\d*:/m.test(keyspace)) return;
  throw new Problem(
    'The Redis at REDIS_URL holds data in databases that the tests would empty (1 and up): unset REDIS_URL to have one started, or name another.',
  );
}
