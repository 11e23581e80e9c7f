/** The dashboard's process: serves its pages until it receives a signal to stop. */
import { readSettings } from '@sluice/contracts';
import { patternProblem } from '@sluice/domain';
import { openProcess, serveProcessHealth } from '@sluice/pipeline';
import { createAppServer, listen } from '@sluice/http';
import { configFromEnvironment } from '@sluice/process';
import { openIdentity } from '@sluice/identity';
import { createProducer } from '@sluice/queue';
import { createReports } from '@sluice/reports';
import { sealingKey } from '@sluice/store';
import { configShape } from './config.js';
import { createDashboard } from './dashboard.js';
import { firstAdministrator } from './login/first-administrator.js';
import { outsideSettings } from './login/outside/outside-config.js';

const config = configFromEnvironment(configShape);
const production = config.NODE_ENV === 'production';
const forTenants = config.DASHBOARD_FOR === 'tenants';
const first = forTenants ? {} : firstAdministrator(config);
const outside = outsideSettings(config);
if ('problems' in first || 'problems' in outside) {
  const problems = [first, outside].flatMap((part) => ('problems' in part ? part.problems : []));
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
const keys = config.ENCRYPTION_KEY.map(sealingKey);
const identity = openIdentity(stores, keys, {
  operatorsNeedSecondFactor: config.OPERATOR_SECOND_FACTOR === 'required',
});
const { app, close } = createDashboard({
  stores,
  reports,
  redis,
  producer,
  metrics,
  identity,
  forTenants,
  // A pattern that the engine cannot run is refused when it is written.
  reads: readSettings({ outboundAllow: config.OUTBOUND_ALLOW, patternProblem }),
  encryptionKeys: keys,
  hasMailServer: config.MAIL_FROM !== undefined,
  outside,
  publicUrl: config.PUBLIC_URL,
  dashboardUrl: config.DASHBOARD_URL,
  portalUrl: config.PORTAL_URL,
  secureCookies: production,
  trustedProxies: config.TRUST_PROXY,
  health,
  begun: readiness.begun,
  log,
});
shutdown.onClose('board', () => close());
shutdown.onClose('dashboard', await listen(createAppServer(app), config.DASHBOARD_PORT));
await readiness.begin(async () => {
  await stores.begin();
  if (first.administrator && (await identity.accounts.restoreAdministrator(...first.administrator)))
    log.info('administrator made', { address: first.administrator[0] });
});
log.info('ready', { port: config.DASHBOARD_PORT });
