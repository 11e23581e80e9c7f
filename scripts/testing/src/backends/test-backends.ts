/** The stores of one test file: a MongoDB database and a Redis that no other test file uses. */
import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { embeddedMongoAvailability, startEmbeddedMongo } from '@sluice/embedded-mongo';
import { Redis } from 'ioredis';
import { MongoClient } from 'mongodb';
import { startPrivateRedis } from './private-redis.js';
import { startRedisCluster } from './redis-cluster.js';

/** The options of a test file's stores. */
export interface TestBackendsOptions {
  /** Starts a separate redis-server even if one is given, so that the test may kill, pause or flush it. */
  readonly privateRedis?: boolean;
  /** Starts another Redis instead of a single server: a Cluster, or one with Sentinels. */
  readonly redis?: () => Promise<{ readonly url: string; stop(): Promise<void> }>;
  /**
   * The test prepares its database before it uses it. In a run whose MongoDB is removed afterwards, it may then get the
   * emptied database of an earlier file of its jest worker, which has the indexes already.
   */
  readonly prepares?: boolean;
}

/** The stores of one test file. */
export interface TestBackends {
  /** The URL of a fresh database. */
  readonly mongodbUrl: string;
  /** The URL of an empty Redis, or of an empty database of the given one. */
  readonly redisUrl: string;
  /** The pid of a Redis that belongs to this test file only. */
  readonly redisPid?: number;
  /** A description of the engines, for people. */
  readonly label: string;
  /** Runs `prepare`, unless the database is one that an earlier file has prepared by this. */
  readonly prepareOnce: (prepare: () => Promise<unknown>) => Promise<void>;
  /** Removes the tests' data and ends the stores that were started. */
  stop(): Promise<void>;
}

interface Backend {
  readonly url: string;
  readonly label: string;
  readonly pid?: number;
  stop(): Promise<void>;
}

/**
 * Uses the stores that TEST_MONGODB_URL and TEST_REDIS_URL name, or else starts its own: the embedded MongoDB engine
 * and the redis-server on PATH. With TEST_REDIS=cluster every test file gets a Redis Cluster of three masters instead,
 * which has no `redisPid`. If a store is unavailable, rejects with what to install.
 */
export async function testBackends({
  privateRedis = false,
  redis: startRedis,
  prepares = false,
}: TestBackendsOptions = {}): Promise<TestBackends> {
  const { TEST_MONGODB_URL: givenMongo, TEST_REDIS_URL: givenRedis } = process.env;
  const start = startRedis ?? kindOfRedis(process.env['TEST_REDIS']);
  const [mongodb, redis] = await bothOrNeither([
    givenMongo ? givenDatabase(givenMongo, prepares) : embeddedDatabase(),
    start ? ownKindOfRedis(start) : givenRedis && !privateRedis ? givenRedisDatabase(givenRedis) : ownRedis(),
  ]);
  const label = `MongoDB: ${mongodb.label}; Redis: ${redis.label}`;
  // A full run prints this once; a run of a single file prints it here.
  if (!givenMongo || !givenRedis) process.stderr.write(`Test stores - ${label}\n`);
  return {
    mongodbUrl: mongodb.url,
    redisUrl: redis.url,
    redisPid: redis.pid,
    label,
    async prepareOnce(prepare) {
      if (preparedOnce.has(mongodb.url)) return;
      await prepare();
      if (givenMongo) preparedOnce.add(mongodb.url);
    },
    async stop() {
      await Promise.all([mongodb.stop(), redis.stop()]);
    },
  };
}

function kindOfRedis(wanted: string | undefined): TestBackendsOptions['redis'] {
  if (!wanted) return undefined;
  if (wanted !== 'cluster') throw new Error(`TEST_REDIS is "${wanted}" and must be "cluster" or unset.`);
  return () => startRedisCluster();
}

async function bothOrNeither(
  starting: readonly [Promise<Backend>, Promise<Backend>],
): Promise<[Backend, Backend]> {
  const [first, second] = await Promise.allSettled(starting);
  if (first.status === 'fulfilled' && second.status === 'fulfilled') return [first.value, second.value];
  for (const each of [first, second]) if (each.status === 'fulfilled') await each.value.stop();
  throw first.status === 'rejected' ? first.reason : (second as PromiseRejectedResult).reason;
}

/** The names of this worker's prepared databases that no test uses. */
const prepared: string[] = [];
/** The URLs of databases, in use or not, that have every index. */
const preparedOnce = new Set<string>();

async function givenDatabase(serverUrl: string, prepares: boolean): Promise<Backend> {
  const keeps = prepares && process.env['TEST_MONGODB_REMOVED'] === '1';
  // Never the last one, into which its file may still be writing.
  const usedBefore = keeps && prepared.length > 1 ? prepared.shift() : undefined;
  const name = usedBefore ?? `test_${randomBytes(6).toString('hex')}`;
  const url = new URL(seedOf(serverUrl));
  url.pathname = `/${name}`;
  if (usedBefore !== undefined) await emptyDatabase(url.href, name);
  return {
    url: url.href,
    label: 'given by TEST_MONGODB_URL',
    stop: async () => void (keeps ? prepared.push(name) : await dropDatabase(url.href, name)),
  };
}

// One member reports the others, and tests cannot parse a URL with several hosts.
function seedOf(serverUrl: string): string {
  return serverUrl.replace(/^(mongodb:\/\/(?:[^@/]*@)?[^,/?]*)[^/?]*/, '$1');
}

async function embeddedDatabase(): Promise<Backend> {
  const availability = await embeddedMongoAvailability();
  if (!availability.available) throw new Error(availability.reason);
  const folder = await mkdtemp(join(tmpdir(), 'sluice-test-mongodb-'));
  const engine = await startEmbeddedMongo({ dataDir: folder });
  const url = new URL(engine.url);
  url.pathname = '/test';
  return {
    url: url.href,
    label: 'embedded engine of this test file',
    async stop() {
      await engine.stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

async function ownRedis(): Promise<Backend> {
  return { ...(await startPrivateRedis()), label: 'redis-server of this test file' };
}

async function ownKindOfRedis(start: NonNullable<TestBackendsOptions['redis']>): Promise<Backend> {
  return { ...(await start()), label: 'Redis servers of this test file' };
}

// A Redis has 16 databases, which are more than a test run has workers; each worker runs one file at a time.
async function givenRedisDatabase(serverUrl: string): Promise<Backend> {
  const number = Number(process.env['JEST_WORKER_ID'] ?? 1) % 16;
  const url = new URL(serverUrl);
  url.pathname = `/${number}`;
  await emptyRedis(url.href);
  return { url: url.href, label: `database ${number} of TEST_REDIS_URL`, stop: () => emptyRedis(url.href) };
}

async function emptyRedis(url: string): Promise<void> {
  const redis = new Redis(url, { lazyConnect: true, maxRetriesPerRequest: 1 });
  redis.on('error', () => undefined);
  try {
    await redis.flushdb();
  } finally {
    redis.disconnect();
  }
}

async function emptyDatabase(url: string, name: string): Promise<void> {
  const client = await MongoClient.connect(url);
  try {
    await emptyCollections(client, name);
  } finally {
    await client.close();
  }
}

/** Empties the collections of a database that `without` does not name, in one command. */
export async function emptyCollections(
  client: MongoClient,
  name: string,
  without: readonly string[] = [],
): Promise<void> {
  const found = await client.db(name).listCollections({}, { nameOnly: true }).toArray();
  const emptied = found.filter((collection) => !without.includes(collection.name));
  if (emptied.length === 0) return;
  await client.bulkWrite(
    emptied.map((collection) => ({
      name: 'deleteMany' as const,
      namespace: `${name}.${collection.name}`,
      filter: {},
    })),
    { ordered: false },
  );
}

async function dropDatabase(url: string, name: string): Promise<void> {
  const client = new MongoClient(url);
  try {
    await client.db(name).dropDatabase();
  } finally {
    await client.close();
  }
}
