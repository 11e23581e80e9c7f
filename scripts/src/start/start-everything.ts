/** The steps of a start, from the stores to the banner. */
import { chmodSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import {
  findOrStartStores,
  launchInstallation,
  launchProgram,
  planSink,
  rotateLogs,
  watchLogs,
  type AppliedTenant,
  type Backend,
  type InstallationSetup,
  type LaunchedInstallation,
  type Watch,
} from '@sluice/launch';
import {
  demoAddress,
  demoRoles,
  keepSecrets,
  keptDemoPasswords,
  readOrMakeSecrets,
  secretsFile,
  tenantEnvironment,
  writeRunFile,
  type Progress,
  type Secrets,
  usualOperatorEmail,
} from '@sluice/local';
import { banner } from './banner.js';
import { checkPorts } from './check-ports.js';
import { describeRun } from './describe-run.js';
import type { StartOptions } from './options.js';
import type { Running } from './shut-down.js';
import type { StopRequest } from './stop-request.js';

/** What a start fills and reports to, and what can cancel it. */
export interface StartContext {
  /** Receives every process and store as soon as it exists. */
  readonly running: Running;
  readonly progress: Progress;
  readonly stop: StopRequest;
}

/**
 * Starts everything and writes run.json; rejects with a `Problem` if a part is unavailable, leaving the other parts
 * running.
 */
export async function startEverything(
  options: StartOptions,
  { running, progress, stop }: StartContext,
): Promise<void> {
  const startedMs = performance.now();
  const { dataDir, env } = options;
  await checkPorts(options);
  const logDir = join(dataDir, 'logs');
  mkdirSync(logDir, { recursive: true });
  chmodSync(dataDir, 0o700);
  rotateLogs(logDir);
  watchLogs(logDir, progress.note);

  const { secrets, made } = readOrMakeSecrets(dataDir);
  const operatorEmail = env['OPERATOR_EMAIL'] || usualOperatorEmail;
  const operatorPassword = env['OPERATOR_PASSWORD'] || secrets.operatorPassword;
  const encryptionKey = env['ENCRYPTION_KEY'] || secrets.encryptionKey;

  // Until run.json exists no reader can know a pid, so there is nothing to update.
  let updateRunFile = (): void => undefined;
  const watch = {
    note: progress.note,
    changed: () => updateRunFile(),
    throwIfStopped: () => stop.throwIfRequested(),
  };

  const place = { dataDir, logDir, note: watch.note, started: watch.changed };
  const found = (store: Backend) => void running.stores.push(store);
  const { redis, mongodb } = await findOrStartStores(env, place, found, progress);
  watch.throwIfStopped();
  const operator = { operatorEmail, operatorPassword };
  const setup = installationSetup(options, { mongodb, redis, encryptionKey, ...operator, secrets });
  const installation = await launchInstallation(setup, progress, watch);
  running.services.push(...installation.services);
  const [{ tenantId, apiKey, campaignId }] = installation.tenants as readonly [AppliedTenant];
  const adminKey = await keptAdminKey(dataDir, installation);
  await admitDemoPeople(dataDir, installation, tenantId);
  const sink = launchSink(options, { running, watch });
  await progress.step(
    'starting the services',
    () => Promise.all([installation.ready(), sink?.ready()]),
    () => `${installation.services.length} service processes ready`,
  );

  const login = await installation.operatorLogin([
    { address: operatorEmail, password: operatorPassword },
    // Of an earlier start, whose administrator these variables do not change.
    { address: operatorEmail, password: secrets.operatorPassword },
    { address: usualOperatorEmail, password: secrets.operatorPassword },
  ]);
  const operatorIs = {
    operatorEmail: login?.address ?? operatorEmail,
    operatorPassword: login?.password ?? operatorPassword,
  };
  updateRunFile = () => {
    writeRunFile(
      dataDir,
      describeRun(options, running, { tenantId, apiKey, adminKey, ...operatorIs, mongodb, redis }),
    );
  };
  updateRunFile();
  const isKept = login?.password === secrets.operatorPassword;
  const kept = isKept ? `kept in ${secretsFile(dataDir)}` : 'the one in OPERATOR_PASSWORD';
  const password = made && isKept ? `${login.password}   (shown only once; ${kept})` : kept;
  const readyAfterMs = performance.now() - startedMs;
  const people = `${demoRoles.map(demoAddress).join(', ')}   (passwords in ${secretsFile(dataDir)})`;
  progress.note(
    banner(options, {
      ...{ tenantId, apiKey, campaignId, people, readyAfterMs },
      operator: login && { address: login.address, password },
    }),
  );
}

/** The settings of the installation; a new key of the demo tenant is stored with the secrets. */
function installationSetup(
  options: StartOptions,
  given: {
    readonly mongodb: Backend;
    readonly redis: Backend;
    readonly encryptionKey: string;
    readonly operatorEmail: string;
    readonly operatorPassword: string;
    readonly secrets: Secrets;
  },
): InstallationSetup {
  const { dataDir, env, gatewayPort, dashboardPort, tenantFile, sinkUrl, mailboxPort, workers } = options;
  const { mongodb, redis, encryptionKey, operatorEmail, operatorPassword, secrets } = given;
  const { demoKey } = secrets;
  return {
    folder: dataDir,
    env,
    processesOf: (service) => workers[service],
    gatewayPort,
    dashboardPort,
    usualHealthPorts: true,
    mongodbUrl: mongodb.url,
    storesOf: () => ({ mongodbUrl: mongodb.url, redisUrl: redis.url }),
    encryptionKey,
    operatorEmail,
    operatorPassword,
    mailboxPort,
    startsAgain: true,
    tenants: [
      {
        file: tenantFile,
        env: tenantEnvironment(env, sinkUrl),
        // A key of another tenant that was applied from this data directory before cannot be reused.
        knownKey: (tenantId) => (demoKey?.tenantId === tenantId ? demoKey.apiKey : undefined),
      },
    ],
    applied: ({ tenantId, apiKey }) => {
      if (apiKey !== demoKey?.apiKey) keepSecrets(dataDir, { ...secrets, demoKey: { tenantId, apiKey } });
    },
  };
}

/** The admin key of run.json; a new one is stored with the secrets. */
async function keptAdminKey(dataDir: string, installation: LaunchedInstallation): Promise<string> {
  const { secrets } = readOrMakeSecrets(dataDir);
  const adminKey = await installation.adminKey(secrets.adminKey);
  if (adminKey !== secrets.adminKey) keepSecrets(dataDir, { ...secrets, adminKey });
  return adminKey;
}

/** The owner, the manager and the analyst of the demo tenant, with the passwords that are stored with the secrets. */
async function admitDemoPeople(
  dataDir: string,
  installation: LaunchedInstallation,
  tenantId: string,
): Promise<void> {
  const passwords = keptDemoPasswords(dataDir);
  const people = demoRoles.map((role) => ({ role, address: demoAddress(role), password: passwords[role] }));
  await installation.admit(tenantId, people);
}

/** Starts the demo buyer, unless `SINK_URL` names other buyers. */
function launchSink(
  { sinkPort, sinkUrl, dataDir, env }: StartOptions,
  { running, watch }: { readonly running: Running; readonly watch: Watch },
): { ready(): Promise<void> } | undefined {
  if (sinkPort === undefined) return undefined;
  const spec = planSink({ folder: dataDir, env, port: sinkPort });
  const sink = launchProgram(spec, [`${sinkUrl}/stats`], watch);
  running.others.push(sink.process);
  return sink;
}
