/**
 * What a test of a workspace runs on: the core of a worker, which fits wherever a stage or an operation asks for its
 * dependencies, on real stores of its own.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  createMetrics,
  mastersOf,
  producerConnection,
  silentLogger,
  type Logger,
  type RedisConnection,
} from '@sluice/process';
import { createProducer } from '@sluice/queue';
import { createReports } from '@sluice/reports';
import { databaseName, openStores, sealingKey, type SealingKey, type Stores } from '@sluice/store';
import { MongoClient, type Db } from 'mongodb';
import {
  emptyCollections,
  testBackends,
  type TestBackends,
  type TestBackendsOptions,
} from '../backends/index.js';
import type { FixedClock } from '../clock.js';
import { testEncryptionKey } from '../run-sluice.js';

type StoresOptions = Parameters<typeof openStores>[1];

/** How a world is opened. By default its database may have served another file, and others use its Redis too. */
export interface WorldOptions extends TestBackendsOptions {
  /** Where the core reaches the stores, if not directly: may put a proxy in front of them. */
  readonly reached?: (
    backends: TestBackends,
  ) => Promise<Partial<Pick<TestBackends, 'mongodbUrl' | 'redisUrl'>>>;
  readonly stores?: StoresOptions;
  /** In place of the database's clock. */
  readonly clock?: FixedClock;
  readonly log?: Logger;
  /** Under which name its metrics are. Default: `test`. */
  readonly service?: string;
}

/** The world of a test file. */
export interface World {
  readonly core: {
    readonly stores: Stores;
    readonly reports: ReturnType<typeof createReports>;
    readonly producer: ReturnType<typeof createProducer>;
    readonly log: Logger;
    readonly metrics: ReturnType<typeof createMetrics>;
    readonly encryptionKeys: readonly SealingKey[];
  };
  /** Those of the core. */
  readonly stores: Stores;
  /** Where the core reaches the stores. */
  readonly mongodbUrl: string;
  readonly redisUrl: string;
  /** Fails fast while Redis is unreachable, like the producer, which adds over it. */
  readonly redis: RedisConnection;
  /** The database itself, for what the stores never write or return. */
  readonly db: Db;
  /** For files; removed at the end. */
  readonly folder: string;
  /** Opens the stores of another process, by default on the same database; they are closed with the world. */
  readonly openStores: (options?: StoresOptions, url?: string) => Promise<Stores>;
  /** Empties every collection, and leaves the database prepared. */
  readonly emptyDatabase: () => Promise<void>;
  /** Loses everything that Redis holds. */
  readonly emptyRedis: () => Promise<void>;
  /** Ends something when the world closes: what was opened last, first. */
  readonly onClose: (end: () => unknown) => void;
  readonly close: () => Promise<void>;
}

/** Opens a world; the database is prepared, and Redis answers. What fails to open leaves nothing open. */
export async function openWorld(options: WorldOptions = {}): Promise<World> {
  const ends: (() => unknown)[] = [];
  const onClose = (end: () => unknown): void => void ends.push(end);
  const close = async (): Promise<void> => {
    for (const end of ends.splice(0).reverse()) await end();
  };
  try {
    return await opened(options, { onClose, close });
  } catch (error) {
    await close();
    throw error;
  }
}

async function opened(
  { reached, stores: ofStores, clock, log = silentLogger, service = 'test', ...kind }: WorldOptions,
  lifetime: Pick<World, 'onClose' | 'close'>,
): Promise<World> {
  const { onClose } = lifetime;
  const backends = await testBackends({ prepares: true, ...kind });
  onClose(() => backends.stop());
  const { mongodbUrl, redisUrl } = { ...backends, ...(await reached?.(backends)) };
  const redis = producerConnection(redisUrl, log);
  onClose(() => redis.disconnect());
  const isReady = new Promise((resolve) => redis.once('ready', resolve));
  const openOthers: World['openStores'] = async (more, url = mongodbUrl) => {
    const others = await openStores(url, more);
    onClose(() => others.close());
    return others;
  };
  const prepared = await openOthers(ofStores);
  await backends.prepareOnce(() => prepared.prepare());
  const stores = clock ? withClock(prepared, clock) : prepared;
  await isReady;
  const producer = createProducer(redis);
  onClose(() => producer.close());
  // It connects when it is first used.
  const client = new MongoClient(backends.mongodbUrl, { ignoreUndefined: true });
  onClose(() => client.close());
  const db = client.db(databaseName(backends.mongodbUrl));
  let folder: string | undefined;
  return {
    ...lifetime,
    core: {
      encryptionKeys: [sealingKey(testEncryptionKey)],
      stores,
      reports: createReports(stores),
      producer,
      log,
      metrics: createMetrics(service),
    },
    stores,
    mongodbUrl,
    redisUrl,
    redis,
    db,
    get folder() {
      return (folder ??= folderUntil(onClose));
    },
    openStores: openOthers,
    emptyDatabase: () => emptyCollections(client, db.databaseName, ['migrations']),
    emptyRedis: async () => {
      await Promise.all(mastersOf(redis).map((master) => master.flushdb()));
    },
  };
}

function withClock(stores: Stores, clock: FixedClock): Stores {
  const moved = Object.create(stores.clock) as Stores['clock'];
  return { ...stores, clock: Object.assign(moved, { now: () => clock.now() }) };
}

function folderUntil(onClose: World['onClose']): string {
  const folder = mkdtempSync(join(tmpdir(), 'sluice-test-'));
  onClose(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}
