/** The gateway: takes requests until it is told to stop. */
import { allowOutbound, tryPatternsWith } from '@sluice/contracts';
import { patternProblem } from '@sluice/domain';
import { createIntake } from '@sluice/pipeline';
import {
  configFromEnvironment,
  armFailpoint,
  closeOnSignals,
  createLogger,
  createMetrics,
  createProducer,
  createReadiness,
  createShutdown,
  failpoint,
  listen,
  maskedConfig,
  memoryShare,
  producerConnection,
  serveHealth,
  startTracing,
  watchDependencies,
  watchStoreClient,
  type Health,
} from '@sluice/runtime';
import { sealingKey, storesAt, sweepTiming } from '@sluice/store';
import { configShape } from './config.js';
import { createGateway } from './gateway.js';
import { watchLoad } from './overload/watch-load.js';

// Somebody waits for each answer; a worker has more time.
const impatient = { connectTimeoutMs: 2_000, callTimeoutMs: 5_000 };

const config = configFromEnvironment(configShape);
armFailpoint(config.FAILPOINT);
const log = createLogger('gateway', config.LOG_LEVEL);
const shutdown = createShutdown(log);
const graceMs = config.SHUTDOWN_GRACE_SECONDS * 1_000;
closeOnSignals(shutdown, log, { graceMs, supervised: config.SLUICE_SUPERVISED });
log.info('starting', maskedConfig({ ...config }));

allowOutbound(config.OUTBOUND_ALLOW);
// A pattern that the engine cannot run is refused when it is written.
tryPatternsWith(patternProblem);

const tracing = await startTracing('gateway', config.OTEL_EXPORTER_OTLP_ENDPOINT);
shutdown.onClose('tracing', () => tracing.stop());

const metrics = createMetrics('gateway');
// Nothing is asked of the stores yet: they may be away.
const stores = storesAt(config.MONGODB_URL, {
  ...impatient,
  passing: failpoint,
  sweep: sweepTiming(config.SWEEP_AFTER_SECONDS * 1_000),
  watcher: watchStoreClient(log, metrics),
});
shutdown.onClose('stores', () => stores.close());
const redis = producerConnection(config.REDIS_URL, log);
shutdown.onClose('redis', async () => redis.disconnect());
const dependencies = watchDependencies(
  { mongodb: () => stores.ping(), redis: () => redis.ping() },
  { log, metrics },
);
shutdown.onClose('dependencies', async () => dependencies.stop());
const readiness = createReadiness(shutdown, log);
const health: Health = {
  // While a store is away it answers 503 by itself, in the envelope; that is an answer.
  ready: async () => readiness.check(),
  // Nothing else here works on its own; that the event loop turns is shown by answering at all.
  stuck: () => stores.stuck(),
  dependencies: dependencies.states,
};
const answering = await serveHealth(config.HEALTH_PORT, health, metrics);
shutdown.onClose('health', async () => void answering.close());

const producer = createProducer(redis, { telemetry: tracing.telemetry });
shutdown.onClose('producer', () => producer.close());
const intake = createIntake({ stores, producer, log });
shutdown.onClose('intake', () => intake.offered());

const load = watchLoad(
  { stores, producer, memoryShare: () => memoryShare(redis), log, metrics },
  config.MAX_BACKLOG,
);
shutdown.onClose('load watch', () => load.stop());

const server = createGateway({
  load,
  stores,
  producer,
  intake,
  redis,
  log,
  metrics,
  encryptionKeys: config.ENCRYPTION_KEY.map(sealingKey),
  publicUrl: config.PUBLIC_URL ?? `http://127.0.0.1:${config.PORT}`,
  trustedProxies: config.TRUST_PROXY,
  begun: readiness.begun,
  health,
});
shutdown.onClose('server', await listen(server, config.PORT), graceMs);
await readiness.begin(() => stores.begin());
log.info('ready', { port: config.PORT });
