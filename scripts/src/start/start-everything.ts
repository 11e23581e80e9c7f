/** The story of a start, from the stores to the banner. */
import { migrate } from '@sluice/store';
import { chmodSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { migratedText } from '@sluice/cli';
import { readOrMakeSecrets, secretsFile, writeRunFile, type Progress } from '@sluice/local';
import { rotateLogs, watchLogs } from '@sluice/launch';
import { applyTenant } from './apply-tenant.js';
import { banner } from './banner.js';
import { checkPorts } from './check-ports.js';
import { launchServices } from './launch-services.js';
import { describeRun } from './describe-run.js';
import type { StartOptions } from './options.js';
import type { Running } from './shut-down.js';
import { startStores } from './start-stores.js';
import type { StopRequest } from './stop-request.js';

/** What a start fills, tells, and is broken off by. */
export interface StartContext {
  /** Receives every process and store as soon as it exists. */
  readonly running: Running;
  readonly progress: Progress;
  readonly stop: StopRequest;
}

/** Starts everything and writes run.json; rejects with a `Problem` when a part cannot be had, leaving the rest running. */
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
  const operatorPassword = env['OPERATOR_PASSWORD'] || secrets.operatorPassword;
  const encryptionKey = env['ENCRYPTION_KEY'] || secrets.encryptionKey;

  // Until run.json exists nobody can know a pid, so there is nothing to correct.
  let updateRunFile = (): void => undefined;
  const watch = {
    note: progress.note,
    changed: () => updateRunFile(),
    throwIfStopped: () => stop.throwIfRequested(),
  };

  const { redis, mongodb } = await startStores({ env, dataDir, logDir }, { running, progress, watch });
  watch.throwIfStopped();
  await progress.step(
    'migrating the database',
    () => migrate(mongodb.url),
    (migrated) => `database: ${migratedText(migrated)}`,
  );
  watch.throwIfStopped();
  const { tenantId, apiKey } = await progress.step(
    `applying ${options.tenantFile}`,
    () => applyTenant(options, { mongodbUrl: mongodb.url, encryptionKey, secrets }),
    ({ summary }) => summary,
  );
  watch.throwIfStopped();
  const shared = { mongodbUrl: mongodb.url, redisUrl: redis.url, encryptionKey, operatorPassword };
  await launchServices(options, shared, { running, progress, watch });

  updateRunFile = () => {
    writeRunFile(
      dataDir,
      describeRun(options, running, { tenantId, apiKey, operatorPassword, mongodb, redis }),
    );
  };
  updateRunFile();
  const given = Boolean(env['OPERATOR_PASSWORD']);
  const kept = given ? 'the one in OPERATOR_PASSWORD' : `kept in ${secretsFile(dataDir)}`;
  const password = made && !given ? `${operatorPassword}   (shown this once; ${kept})` : kept;
  progress.note(banner(options, { tenantId, apiKey, password, readyAfterMs: performance.now() - startedMs }));
}
