/**
 * A worker process from start to stop: opens the stores and the queues, runs one stage and the sweep,
 * serves its health, and closes everything in reverse on a signal.
 */
import {
  armFailpoint,
  closeOnSignals,
  createLogger,
  createMetrics,
  createProducer,
  createShutdown,
  errorFields,
  failpoint,
  maskedConfig,
  producerConnection,
  serveHealth,
  startStage,
  startTracing,
  watchQueue,
  workerConnection,
  type Health,
  type Stage,
} from '@sluice/runtime';
import { isStoreUnavailable, openStores } from '@sluice/store';
import type { Core } from './core.js';
import { startSweep } from './sweep.js';

/** What every worker's configuration holds. */
export interface WorkerConfig {
  readonly MONGODB_URL: string;
  readonly REDIS_URL: string;
  readonly LOG_LEVEL: string;
  readonly HEALTH_PORT: number;
  readonly SLUICE_SUPERVISED: boolean;
  readonly OTEL_EXPORTER_OTLP_ENDPOINT?: string | undefined;
  readonly MAX_QUEUED_PER_TENANT: number;
  readonly FAILPOINT?: string | undefined;
}

/** No progress for so long, with work waiting, means that the worker is stuck. */
const STUCK_AFTER_MS = 60_000;
const LAG_EVERY_MS = 10_000;

/** Runs `stage` until the process is told to stop. `deps` adds what the stage needs beyond the core. */
export async function runWorker<Payload, Deps extends Core>(
  config: WorkerConfig,
  stage: Stage<Payload, Deps>,
  deps: (core: Core) => Deps,
): Promise<void> {
  armFailpoint(config.FAILPOINT);
  const service = stage.queue.name;
  const log = createLogger(service, config.LOG_LEVEL);
  const shutdown = createShutdown(log);
  closeOnSignals(shutdown, log, config.SLUICE_SUPERVISED);
  log.info('starting', maskedConfig({ ...config }));

  const { telemetry, stop } = await startTracing(service, config.OTEL_EXPORTER_OTLP_ENDPOINT);
  shutdown.onClose('tracing', stop);

  const metrics = createMetrics(service);
  // Opened first and closed last: whoever asks is told that the process is starting, ready or stopping.
  let health: Health = starting;
  const answering = await serveHealth(
    config.HEALTH_PORT,
    { ready: () => health.ready(), stuck: () => health.stuck() },
    metrics,
  );
  shutdown.onClose('health', async () => void answering.close());

  const stores = await openStores(config.MONGODB_URL, { passing: failpoint });
  shutdown.onClose('stores', () => stores.close());

  const adding = producerConnection(config.REDIS_URL, log);
  shutdown.onClose('redis (adding)', async () => adding.disconnect());
  const working = workerConnection(config.REDIS_URL, log);
  shutdown.onClose('redis (working)', async () => working.disconnect());

  const producer = createProducer(adding, { telemetry, perTenant: config.MAX_QUEUED_PER_TENANT });
  const core: Core = { stores, producer, log, metrics };
  shutdown.onClose('producer', () => producer.close());

  const watch = watchQueue(stage.queue, adding, metrics);
  shutdown.onClose('queue watch', () => watch.stop());
  const lagTimer = setInterval(() => void measureLag(core), LAG_EVERY_MS);
  shutdown.onClose('lag', async () => clearInterval(lagTimer));

  const sweep = startSweep(core);
  shutdown.onClose('sweep', () => sweep.stop());
  const running = startStage(stage, deps(core), {
    connection: working,
    log,
    metrics,
    telemetry,
    isWaiting: isStoreUnavailable,
  });
  shutdown.onClose('stage', () => running.close());

  health = {
    ready: async () => {
      if (shutdown.closing()) throw new Error('stopping');
      await stores.ping();
      if (working.status !== 'ready') throw new Error('redis is not connected');
    },
    stuck: () => {
      const idleMs = Date.now() - running.progress.lastFinishedAt;
      return watch.waiting() > 0 && running.progress.active === 0 && idleMs > STUCK_AFTER_MS
        ? `jobs wait, and none was worked on for ${Math.round(idleMs / 1000)} s`
        : undefined;
    },
  };
  log.info('ready');
}

const starting: Health = {
  ready: () => Promise.reject(new Error('starting')),
  stuck: () => undefined,
};

async function measureLag({ stores, metrics, log }: Core): Promise<void> {
  try {
    const { overdue, oldestMs } = await stores.due.lag();
    metrics.outboxOverdue.set(overdue);
    metrics.outboxLagSeconds.set(oldestMs / 1000);
  } catch (error) {
    log.debug('outbox lag unknown', errorFields(error));
  }
}
