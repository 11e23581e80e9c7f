/** The gateway process: serves requests until it receives a signal to stop. */
import { readSettings } from '@sluice/contracts';
import { patternProblem } from '@sluice/domain';
import { createIntake, openProcess, serveProcessHealth } from '@sluice/pipeline';
import { listen } from '@sluice/http';
import { configFromEnvironment, memoryFraction } from '@sluice/process';
import { createProducer } from '@sluice/queue';
import { createReports } from '@sluice/reports';
import { sealingKey } from '@sluice/store';
import { fileURLToPath } from 'node:url';
import { configShape } from './config.js';
import { createGateway } from './gateway.js';
import { watchLoad } from './overload/watch-load.js';
import { createOutcomeWaits } from './waiting/outcome-waits.js';

// Senders wait for each answer, so the gateway gives up on a store sooner than a worker does.
const impatient = { connectTimeoutMs: 2_000, callTimeoutMs: 5_000 };

const config = configFromEnvironment(configShape);
const gateway = await openProcess('gateway', config, impatient);
const { log, shutdown, graceMs, metrics, stores, redis, readiness, dependencies } = gateway;

// While a store is unavailable the gateway still answers 503 with an envelope, so readiness does not depend on the
// stores.
const health = await serveProcessHealth(gateway, config.HEALTH_PORT);

const producer = createProducer(redis);
shutdown.onClose('producer', () => producer.close());
const intake = createIntake({ stores, producer, log });
shutdown.onClose('intake', () => intake.offered());

const load = watchLoad(
  { stores, producer, memoryFraction: () => memoryFraction(redis), log, metrics },
  config.MAX_BACKLOG,
);
shutdown.onClose('load watch', () => load.stop());

const isStoreAway = () => dependencies.away().length > 0;
const waits = createOutcomeWaits({ stores, reports: createReports(stores), isStoreAway, log });

const server = createGateway({
  docs: fileURLToPath(new URL('../../../dist/docs', import.meta.url)),
  load,
  waits,
  stores,
  producer,
  intake,
  redis,
  log,
  metrics,
  // A pattern that the engine cannot run is refused when it is written.
  reads: readSettings({ outboundAllow: config.OUTBOUND_ALLOW, patternProblem }),
  encryptionKeys: config.ENCRYPTION_KEY.map(sealingKey),
  publicUrl: config.PUBLIC_URL ?? `http://127.0.0.1:${config.PORT}`,
  trustedProxies: config.TRUST_PROXY,
  begun: readiness.begun,
  health,
});
shutdown.onClose('server', await listen(server, config.PORT), graceMs);
// Before the server, which waits for the requests that it has.
shutdown.onClose('requests that wait', async () => waits.stop());
await readiness.begin(() => stores.begin());
log.info('ready', { port: config.PORT });
