/** The gateway: takes requests until it is told to stop. */
import { allowOutbound, tryPatternsWith } from '@sluice/contracts';
import { patternProblem } from '@sluice/domain';
import { createIntake, openProcess, serveProcessHealth } from '@sluice/pipeline';
import { configFromEnvironment, createProducer, listen, memoryFraction } from '@sluice/runtime';
import { sealingKey } from '@sluice/store';
import { configShape } from './config.js';
import { createGateway } from './gateway.js';
import { watchLoad } from './overload/watch-load.js';

// A sender waits for each answer; a worker has more time.
const impatient = { connectTimeoutMs: 2_000, callTimeoutMs: 5_000 };

const config = configFromEnvironment(configShape);
const gateway = await openProcess('gateway', config, impatient);
const { log, shutdown, graceMs, metrics, stores, redis, readiness } = gateway;

allowOutbound(config.OUTBOUND_ALLOW);
// A pattern that the engine cannot run is refused when it is written.
tryPatternsWith(patternProblem);

// While a store is away it answers 503 by itself, in the envelope; that is an answer, so readiness asks no more.
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
