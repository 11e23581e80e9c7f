/** The stores of a test run: started once for all of it, in a folder of its own that is removed afterwards. */
import {
  containerEngineAnswers,
  findOrStartStores,
  startContainers,
  type Backend,
  type BackendPlace,
  type StorePair,
} from '@sluice/launch';
import { Problem } from '@sluice/local';
import { redisAddress, redisUrlProblem, withRedis } from '@sluice/process';

const ANSWERS_WITHIN_MS = 5_000;

/**
 * Finds or starts the stores of a run. `REDIS_URL` and `MONGODB_URL` come first. Otherwise `TEST_BACKENDS` says where they
 * are started: in `containers`, or `local`, as processes with their data in `place`. Unset, each store is in a container
 * where an engine answers and has its image, and `place.note` says why another is not.
 */
export async function obtainTestBackends(env: NodeJS.ProcessEnv, place: BackendPlace): Promise<StorePair> {
  const wanted = env['TEST_BACKENDS'];
  if (wanted === 'containers') return bothInContainers();
  if (wanted && wanted !== 'local')
    throw new Problem(`TEST_BACKENDS is "${wanted}" and must be "containers", "local" or unset.`);
  const isGiven = Boolean(env['REDIS_URL'] || env['MONGODB_URL']);
  const isTried = !wanted && !isGiven && (await containerEngineAnswers(env));
  const { missing, ...contained } = isTried ? await startContainers() : { missing: [] };
  for (const sentence of missing) place.note(`  ! ${sentence}`);

  if (env['REDIS_URL']) await refuseFilledRedis(env['REDIS_URL']);
  const found: Backend[] = [];
  try {
    return await findOrStartStores(env, place, (store) => found.push(store), undefined, contained);
  } catch (error) {
    await Promise.all(found.map((store) => store.stop()));
    throw error;
  }
}

async function bothInContainers(): Promise<StorePair> {
  const { redis, mongodb, missing } = await startContainers();
  if (redis && mongodb) return { redis, mongodb };
  await Promise.all([redis?.stop(), mongodb?.stop()]);
  throw new Problem(
    `${missing.join(' ')} Check that Docker can pull images, or unset TEST_BACKENDS to have that store started as a process.`,
  );
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
