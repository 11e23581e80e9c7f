/** The operator console: serves its pages until it is told to stop. */
import { queues } from '@sluice/contracts';
import { openProcess, serveProcessHealth } from '@sluice/pipeline';
import { configFromEnvironment, listen, watchQueue } from '@sluice/runtime';
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
const dashboard = await openProcess('dashboard', config);
const { log, shutdown, metrics, stores, redis, readiness } = dashboard;
// Its pages say by themselves what is away, and operators need them most just then, so readiness asks no more.
const health = await serveProcessHealth(dashboard, config.HEALTH_PORT);
// Every queue is watched from here too, so that one without a worker is seen.
const watches = queues.map((queue) => watchQueue(queue, redis, metrics));
shutdown.onClose('queue watches', () => Promise.all(watches.map((watch) => watch.stop())));

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
