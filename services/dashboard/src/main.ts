/** The operator console: serves its pages until it is told to stop. */
import { queues } from '@sluice/contracts';
import {
  configFromEnvironment,
  closeOnSignals,
  createLogger,
  createMetrics,
  createShutdown,
  listen,
  maskedConfig,
  producerConnection,
  serveHealth,
  watchQueue,
  watchStoreClient,
} from '@sluice/runtime';
import { openStores } from '@sluice/store';
import { createServer } from 'node:http';
import { configShape } from './config.js';
import { createConsole } from './console.js';
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
closeOnSignals(shutdown, log, config.SLUICE_SUPERVISED);
log.info('starting', maskedConfig({ ...config }));

const metrics = createMetrics('dashboard');
const stores = await openStores(config.MONGODB_URL, { watcher: watchStoreClient(log, metrics) });
shutdown.onClose('stores', () => stores.close());
const redis = producerConnection(config.REDIS_URL, log);
shutdown.onClose('redis', async () => redis.disconnect());
// Every queue is watched from here too, so that one without a worker is seen.
const watches = queues.map((queue) => watchQueue(queue, redis, metrics));
shutdown.onClose('queue watches', () => Promise.all(watches.map((watch) => watch.stop())));

const password = await keepPassword(config.OPERATOR_PASSWORD);
const operatorConsole = createConsole({ stores, redis, password, secureCookies: production, log });
shutdown.onClose('board', () => operatorConsole.close());
shutdown.onClose('console', await listen(createServer(operatorConsole.app), config.DASHBOARD_PORT));

const health = await serveHealth(
  config.HEALTH_PORT,
  {
    ready: async () => {
      if (shutdown.closing()) throw new Error('stopping');
      await stores.ping();
      await redis.ping();
    },
    stuck: () => stores.stuck(),
  },
  metrics,
);
shutdown.onClose('health', async () => void health.close());
log.info('ready', { port: config.DASHBOARD_PORT });
