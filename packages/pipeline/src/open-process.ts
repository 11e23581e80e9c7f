/**
 * What every process opens before its own work and closes after it: log, shutdown, tracing, metrics, stores, Redis and
 * health. The stores are not queried yet, because they may be down.
 */
import { serveHealth, type Health } from '@sluice/http';
import {
  armFailpoint,
  closeOnSignals,
  createLogger,
  createMetrics,
  createReadiness,
  createShutdown,
  failpoint,
  isSkipped,
  maskedConfig,
  pingRedis,
  producerConnection,
  showPool,
  startTracing,
  watchDependencies,
  watchStoreClient,
  type Dependencies,
  type Logger,
  type Metrics,
  type Readiness,
  type Shutdown,
} from '@sluice/process';
import { createQueueFigures, type QueueFigures } from './figures/queue-figures.js';
import { internalAnswers } from './figures/scaling.js';
import { storesAt, sweepTiming, type StoreLimits, type Stores } from '@sluice/store';

/** The configuration that every process has. */
export interface ProcessConfig {
  readonly MONGODB_URL: string;
  readonly MONGODB_POOL_SIZE: number;
  readonly REDIS_URL: string;
  readonly LOG_LEVEL: string;
  readonly HEALTH_PORT: number;
  readonly SLUICE_SUPERVISED: boolean;
  readonly SHUTDOWN_GRACE_SECONDS: number;
  readonly OTEL_EXPORTER_OTLP_ENDPOINT?: string | undefined;
  readonly FAILPOINT?: string | undefined;
  readonly SWEEP_AFTER_SECONDS: number;
}

/** An open process. Whatever is added to `shutdown` from now on is closed before the rest. */
export interface OpenProcess {
  readonly log: Logger;
  readonly shutdown: Shutdown;
  readonly graceMs: number;
  readonly metrics: Metrics;
  readonly stores: Stores;
  /** Fails fast while Redis is unreachable. */
  readonly redis: ReturnType<typeof producerConnection>;
  /** What the queues hold, read over that connection. */
  readonly figures: QueueFigures;
  readonly dependencies: Dependencies;
  readonly readiness: Readiness;
}

/**
 * Opens what a process needs. From then on the process stops on a signal, whatever it waits for. `patience` overrides
 * how long it waits for its database.
 */
export async function openProcess(
  service: string,
  config: ProcessConfig,
  patience: Partial<StoreLimits> = {},
): Promise<OpenProcess> {
  armFailpoint(config.FAILPOINT);
  const log = createLogger(service, config.LOG_LEVEL);
  const shutdown = createShutdown(log);
  const graceMs = config.SHUTDOWN_GRACE_SECONDS * 1_000;
  closeOnSignals(shutdown, log, { graceMs, supervised: config.SLUICE_SUPERVISED });
  log.info('starting', maskedConfig({ ...config }));

  shutdown.onClose('tracing', await startTracing(service, config.OTEL_EXPORTER_OTLP_ENDPOINT));
  const metrics = createMetrics(service);
  const stores = storesAt(config.MONGODB_URL, {
    ...patience,
    poolSize: config.MONGODB_POOL_SIZE,
    failpointHook: failpoint,
    replacesDecisions: isSkipped('write-once'),
    sweep: sweepTiming(config.SWEEP_AFTER_SECONDS * 1_000),
    watcher: watchStoreClient(log, metrics),
  });
  shutdown.onClose('stores', () => stores.close());
  showPool(stores, metrics);
  const redis = producerConnection(config.REDIS_URL, log);
  shutdown.onClose('redis', async () => redis.disconnect());
  const dependencies = watchDependencies(
    { mongodb: () => stores.ping(), redis: () => pingRedis(redis) },
    { log, metrics },
  );
  shutdown.onClose('dependencies', async () => dependencies.stop());
  const readiness = createReadiness(shutdown, log);
  const figures = createQueueFigures(redis);
  return { log, shutdown, graceMs, metrics, stores, redis, figures, dependencies, readiness };
}

/**
 * Serves the process's health on a port of its own: whether it is starting, waiting, ready or stopping; and, as every
 * process does, how much work there is for scalers. `more` adds what only this process knows: whether it can work (throws
 * the reason if not), and whether it is stuck.
 */
export async function serveProcessHealth(
  { shutdown, stores, figures, dependencies, readiness, metrics }: OpenProcess,
  port: number,
  more: Partial<Pick<Health, 'ready' | 'stuck'>> = {},
): Promise<Health> {
  const health: Health = {
    ready: async () => {
      readiness.check();
      await more.ready?.();
    },
    stuck: () => more.stuck?.() ?? stores.stuck(),
    dependencies: dependencies.states,
  };
  const answering = await serveHealth(port, health, metrics, internalAnswers(figures));
  shutdown.onClose('health', async () => void answering.close());
  return health;
}
