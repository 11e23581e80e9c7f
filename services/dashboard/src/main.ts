/** The dashboard's process: serves its pages until it receives a signal to stop. */
import { readSettings } from '@sluice/contracts';
import { patternProblem } from '@sluice/domain';
import { openProcess, serveProcessHealth } from '@sluice/pipeline';
import { createAppServer, listen } from '@sluice/http';
import { configFromEnvironment } from '@sluice/process';
import { createProducer } from '@sluice/queue';
import { createReports } from '@sluice/reports';
import { sealingKey } from '@sluice/store';
import { configShape } from './config.js';
import { createDashboard } from './dashboard.js';
import { outsideSettings } from './login/outside/outside-config.js';
import { keepPassword, passwordWeakness } from './login/password.js';

const config = configFromEnvironment(configShape);
const production = config.NODE_ENV === 'production';
const weakness = production ? passwordWeakness(config.OPERATOR_PASSWORD) : undefined;
const outside = outsideSettings(config);
if (weakness !== undefined || 'problems' in outside) {
  const problems = [
    ...(weakness === undefined ? [] : [`OPERATOR_PASSWORD ${weakness}`]),
    ...('problems' in outside ? outside.problems : []),
  ];
  process.stderr.write(`${problems.join('\n')}\n`);
  process.exit(1);
}
const dashboard = await openProcess('dashboard', config);
const { log, shutdown, metrics, stores, redis, readiness } = dashboard;
const reports = createReports(stores);

// The dashboard's pages name the unavailable store, and operators need them most at that time, so readiness does not
// depend on the stores.
const health = await serveProcessHealth(dashboard, config.HEALTH_PORT);

const producer = createProducer(redis);
shutdown.onClose('producer', () => producer.close());
const password = await keepPassword(config.OPERATOR_PASSWORD);
const { app, close } = createDashboard({
  stores,
  reports,
  redis,
  producer,
  metrics,
  password,
  // A pattern that the engine cannot run is refused when it is written.
  reads: readSettings({ outboundAllow: config.OUTBOUND_ALLOW, patternProblem }),
  encryptionKeys: config.ENCRYPTION_KEY?.map(sealingKey),
  hasMailServer: config.MAIL_FROM !== undefined,
  outside,
  publicUrl: config.PUBLIC_URL,
  secureCookies: production,
  trustedProxies: config.TRUST_PROXY,
  health,
  begun: readiness.begun,
  log,
});
shutdown.onClose('board', () => close());
shutdown.onClose('dashboard', await listen(createAppServer(app), config.DASHBOARD_PORT));
await readiness.begin(() => stores.begin());
log.info('ready', { port: config.DASHBOARD_PORT });
