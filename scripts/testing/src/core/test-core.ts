/** The core of a worker on real stores of its own: what every stage is given, for one test file. */
import {
  createMetrics,
  producerConnection,
  silentLogger,
  type Logger,
  type RedisConnection,
} from '@sluice/process';
import { createProducer } from '@sluice/queue';
import { createReports } from '@sluice/reports';
import { openStores, type Stores } from '@sluice/store';
import { testBackends, type TestBackends, type TestBackendsOptions } from '../backends/index.js';
import type { FixedClock } from '../clock.js';

/** How a core is opened. */
export interface TestCoreOptions {
  /** Default: databases that are prepared, and a Redis that others use too. */
  readonly backends?: TestBackendsOptions;
  /** Where the stores are reached, if not directly: may put a proxy in front of them. */
  readonly reached?: (
    backends: TestBackends,
  ) => Promise<Partial<Pick<TestBackends, 'mongodbUrl' | 'redisUrl'>>>;
  readonly stores?: Parameters<typeof openStores>[1];
  /** In place of the database's clock. */
  readonly clock?: FixedClock;
  readonly log?: Logger;
  /** Under which name its metrics are. Default: `test`. */
  readonly service?: string;
}

/** An open core; `core` fits wherever a stage or an operation asks for its dependencies. */
export interface TestCore {
  readonly core: {
    readonly stores: Stores;
    readonly reports: ReturnType<typeof createReports>;
    readonly producer: ReturnType<typeof createProducer>;
    readonly log: Logger;
    readonly metrics: ReturnType<typeof createMetrics>;
  };
  readonly backends: TestBackends;
  readonly mongodbUrl: string;
  readonly redisUrl: string;
  /** Fails fast while Redis is unreachable, like the producer, which adds over it. */
  readonly redis: RedisConnection;
  readonly close: () => Promise<void>;
}

/** Opens a core; the database is prepared, and Redis answers. */
export async function openTestCore(options: TestCoreOptions = {}): Promise<TestCore> {
  const { clock, log = silentLogger, service = 'test' } = options;
  const backends = await testBackends({ prepares: true, ...options.backends });
  const { mongodbUrl, redisUrl } = { ...backends, ...(await options.reached?.(backends)) };
  const opened = await openStores(mongodbUrl, options.stores);
  await opened.prepare();
  const stores = clock ? withClock(opened, clock) : opened;
  const redis = producerConnection(redisUrl, log);
  if (redis.status !== 'ready') await new Promise((resolve) => redis.once('ready', resolve));
  const producer = createProducer(redis);
  const metrics = createMetrics(service);
  return {
    core: { stores, reports: createReports(stores), producer, log, metrics },
    backends,
    mongodbUrl,
    redisUrl,
    redis,
    close: async () => {
      await producer.close();
      redis.disconnect();
      await opened.close();
      await backends.stop();
    },
  };
}

function withClock(stores: Stores, clock: FixedClock): Stores {
  const moved = Object.create(stores.clock) as Stores['clock'];
  return { ...stores, clock: Object.assign(moved, { now: () => clock.now() }) };
}
