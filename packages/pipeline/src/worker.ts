/**
 * A worker process from start to stop: serves its health, waits for its stores, runs one stage and the sweep, and closes
 * everything in reverse on a signal.
 */
import { effectQueues } from '@sluice/contracts';
import {
  armFailpoint,
  closeOnSignals,
  createLogger,
  createMetrics,
  createProducer,
  createReadiness,
  createShutdown,
  errorFields,
  failpoint,
  finishWithinMs,
  maskedConfig,
  producerConnection,
  serveHealth,
  startStage,
  startTracing,
  watchDependencies,
  watchQueue,
  watchStoreClient,
  workerConnection,
  type Health,
  type Stage,
} from '@sluice/runtime';
import { isStoreUnavailable, storesAt, sweepTiming } from '@sluice/store';
import { setPriority } from 'node:os';
import type { Core } from './core.js';
import { stuckReason } from './liveness.js';
import { startSweep } from './sweep.js';

/** What every worker's configuration holds. */
export interface WorkerConfig {
  readonly MONGODB_URL: string;
  readonly REDIS_URL: string;
  readonly LOG_LEVEL: string;
  readonly HEALTH_PORT: number;
  readonly SLUICE_SUPERVISED: boolean;
  readonly SHUTDOWN_GRACE_SECONDS: number;
  readonly OTEL_EXPORTER_OTLP_ENDPOINT?: string | undefined;
  readonly FAILPOINT?: string | undefined;
  readonly SWEEP_AFTER_SECONDS: number;
  readonly JOB_BUDGET_MS?: number | undefined;
}

const LAG_EVERY_MS = 10_000;
/** How much less than a lead's worker an effect's gets of a processor that both want; see setpriority(2). */
const EFFECTS_NICENESS = 5;

/** Runs `stage` until the process is told to stop. `deps` adds what the stage needs beyond the core. */
export async function runWorker<Payload, Deps extends Core>(
  config: WorkerConfig,
  stage: Stage<Payload, Deps>,
  deps: (core: Core) => Deps,
): Promise<void> {
  armFailpoint(config.FAILPOINT);
  // Where they share a processor, leads reach their buyers before their effects are carried out.
  if (Object.values<object>(effectQueues).includes(stage.queue)) setPriority(EFFECTS_NICENESS);
  const service = stage.queue.name;
  const log = createLogger(service, config.LOG_LEVEL);
  const shutdown = createShutdown(log);
  const graceMs = config.SHUTDOWN_GRACE_SECONDS * 1_000;
  closeOnSignals(shutdown, log, { graceMs, supervised: config.SLUICE_SUPERVISED });
  log.info('starting', maskedConfig({ ...config }));

  const { telemetry, stop } = await startTracing(service, config.OTEL_EXPORTER_OTLP_ENDPOINT);
  shutdown.onClose('tracing', stop);

  const metrics = createMetrics(service);
  // Nothing is asked of the stores yet: they may be away.
  const stores = storesAt(config.MONGODB_URL, {
    passing: failpoint,
    sweep: sweepTiming(config.SWEEP_AFTER_SECONDS * 1_000),
    watcher: watchStoreClient(log, metrics),
  });
  shutdown.onClose('stores', () => stores.close());
  const adding = producerConnection(config.REDIS_URL, log);
  shutdown.onClose('redis (adding)', async () => adding.disconnect());
  const working = workerConnection(config.REDIS_URL, log);
  shutdown.onClose('redis (working)', async () => working.disconnect());
  const dependencies = watchDependencies(
    { mongodb: () => stores.ping(), redis: () => adding.ping() },
    { log, metrics },
  );
  shutdown.onClose('dependencies', async () => dependencies.stop());

  // Whoever asks is told that the process is starting, waiting, ready or stopping.
  const readiness = createReadiness(shutdown, log);
  let stuck: Health['stuck'] = () => undefined;
  const ready = async () => {
    readiness.check();
    const away = dependencies.away();
    if (away.length > 0) throw new Error(`${away.join(' and ')} does not answer`);
    if (working.status !== 'ready') throw new Error('redis is not connected');
  };
  const answering = await serveHealth(
    config.HEALTH_PORT,
    { ready, stuck: () => stuck(), dependencies: dependencies.states },
    metrics,
  );
  shutdown.onClose('health', async () => void answering.close());
  await readiness.begin(() => stores.begin());

  const producer = createProducer(adding, { telemetry });
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
    producer,
    log,
    metrics,
    now: () => stores.clock.now(),
    budgetMs: config.JOB_BUDGET_MS,
    telemetry,
    finishWithinMs: finishWithinMs(graceMs),
    isWaiting: isStoreUnavailable,
  });
  shutdown.onClose('stage', () => running.close(), graceMs);

  stuck = () => running.overdue() ?? stores.stuck() ?? stuckReason(running.progress, watch, Date.now());
  log.info('ready');
}

async function measureLag({ stores, metrics, log }: Core): Promise<void> {
  try {
    const { overdue, oldestMs } = await stores.due.lag();
    metrics.outboxOverdue.set(overdue);
    metrics.outboxLagSeconds.set(oldestMs / 1000);
  } catch (error) {
    log.debug('outbox lag unknown', errorFields(error));
  }
}
