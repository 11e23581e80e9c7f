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
  createShutdown,
  failpoint,
  listen,
  maskedConfig,
  memoryShare,
  producerConnection,
  startTracing,
  watchStoreClient,
} from '@sluice/runtime';
import { openStores, sealingKey } from '@sluice/store';
import { configShape } from './config.js';
import { createGateway } from './gateway.js';
import { watchLoad } from './overload/watch-load.js';

// Somebody waits for each answer; a worker has more time.
const impatient = { connectTimeoutMs: 2_000, callTimeoutMs: 5_000 };

const config = configFromEnvironment(configShape);
armFailpoint(config.FAILPOINT);
const log = createLogger('gateway', config.LOG_LEVEL);
const shutdown = createShutdown(log);
closeOnSignals(shutdown, log, config.SLUICE_SUPERVISED);
log.info('starting', maskedConfig({ ...config }));

allowOutbound(config.OUTBOUND_ALLOW);
// A pattern that the engine cannot run is refused when it is written.
tryPatternsWith(patternProblem);

const tracing = await startTracing('gateway', config.OTEL_EXPORTER_OTLP_ENDPOINT);
shutdown.onClose('tracing', () => tracing.stop());

const metrics = createMetrics('gateway');
const stores = await openStores(config.MONGODB_URL, {
  ...impatient,
  passing: failpoint,
  watcher: watchStoreClient(log, metrics),
});
shutdown.onClose('stores', () => stores.close());
await stores.prepare();

const redis = producerConnection(config.REDIS_URL, log);
shutdown.onClose('redis', async () => redis.disconnect());
const producer = createProducer(redis, {
  telemetry: tracing.telemetry,
  perTenant: config.MAX_QUEUED_PER_TENANT,
});
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
  health: {
    ready: async () => {
      if (shutdown.closing()) throw new Error('stopping');
      await stores.ping();
    },
    // Nothing else here works on its own; that the event loop turns is shown by answering at all.
    stuck: () => stores.stuck(),
  },
});
shutdown.onClose('server', await listen(server, config.PORT));
log.info('ready', { port: config.PORT });
