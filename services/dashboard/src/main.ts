/** The operator console: serves its pages until it is told to stop. */
import {
  configFromEnvironment,
  closeOnSignals,
  createInstallationMetrics,
  createLogger,
  createMetrics,
  createReadiness,
  createShutdown,
  listen,
  maskedConfig,
  producerConnection,
  serveHealth,
  showPool,
  watchDependencies,
  watchStoreClient,
  type Health,
} from '@sluice/runtime';
import { storesAt } from '@sluice/store';
import { createServer } from 'node:http';
import { configShape } from './config.js';
import { createConsole } from './console.js';
import { measureInstallation } from './figures/measure-installation.js';
import { createQueueFigures } from './figures/queue-figures.js';
import { insideAnswers } from './figures/scaling.js';
import { keepPassword, passwordWeakness } from './login/password.js';

const config = configFromEnvironment(configShape);
const production = config.NODE_ENV === 'production';
const weakness = production ? passwordWeakness(config.OPERATOR_PASSWORD) : undefined;
if (weakness !== undefined) {
  process.stderr.write(`OPERATOR_PASSWORD ${weakness}\n`);
  process.exit(1);
}
const log = createLogger('dashboard', config.LOG_LEVEL);
const shutdown = createShutdown(log);
const graceMs = config.SHUTDOWN_GRACE_SECONDS * 1_000;
closeOnSignals(shutdown, log, { graceMs, supervised: config.SLUICE_SUPERVISED });
log.info('starting', maskedConfig({ ...config }));

const metrics = createMetrics('dashboard');
// Nothing is asked of the stores yet: they may be away.
const stores = storesAt(config.MONGODB_URL, { watcher: watchStoreClient(log, metrics) });
shutdown.onClose('stores', () => stores.close());
showPool(stores, metrics);
const redis = producerConnection(config.REDIS_URL, log);
shutdown.onClose('redis', async () => redis.disconnect());
const dependencies = watchDependencies(
  { mongodb: () => stores.ping(), redis: () => redis.ping() },
  { log, metrics },
);
shutdown.onClose('dependencies', async () => dependencies.stop());
const readiness = createReadiness(shutdown, log);
const health: Health = {
  // Its pages say by themselves what is away, and operators need them most just then.
  ready: async () => readiness.check(),
  stuck: () => stores.stuck(),
  dependencies: dependencies.states,
};
// Every queue is looked at from here too, so that one without a worker is seen.
const figures = createQueueFigures(redis);
metrics.beforeScrape.push(
  measureInstallation({ stores, redis, figures, metrics: createInstallationMetrics(metrics), log }),
);
const answering = await serveHealth(config.HEALTH_PORT, health, metrics, insideAnswers(figures));
shutdown.onClose('health', async () => void answering.close());

const password = await keepPassword(config.OPERATOR_PASSWORD);
const operatorConsole = createConsole({
  stores,
  redis,
  password,
  secureCookies: production,
  trustedProxies: config.TRUST_PROXY,
  health,
  log,
});
shutdown.onClose('board', () => operatorConsole.close());
shutdown.onClose('console', await listen(createServer(operatorConsole.app), config.DASHBOARD_PORT));
await readiness.begin(() => stores.begin());
log.info('ready', { port: config.DASHBOARD_PORT });
