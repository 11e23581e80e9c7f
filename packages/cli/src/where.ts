/**
 * How a command finds the installation: from the environment, else from the files that `npm start` wrote to DATA_DIR.
 */
import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { StoreLimits, Stores } from '@sluice/store';
import {
  Problem,
  projectRoot,
  readRunFile,
  secretsFile,
  tenantEnvironment,
  type RunFile,
  type Secrets,
} from '@sluice/local';

/** The installation that a command works on. */
export interface Installation {
  readonly mongodbUrl: string;
  readonly redisUrl: string | undefined;
  /** The running processes, if `npm start` runs them. */
  readonly run: RunFile | undefined;
}

const env = process.env;

let server: string | undefined;

/** Makes the commands use the admin API at `url`; commands that cannot are refused. */
export function workOver(url: string | undefined): void {
  server = url;
}

/** The dashboard that the commands use; undefined if they work on the stores. */
export function overServer(): string | undefined {
  return server;
}

/** Finds the installation; if there is none, a {@link Problem} says what to set. */
export function findInstallation(): Installation {
  // The command was meant for the server's installation, not for the one that would be found here.
  if (server !== undefined)
    throw new Problem('This command needs the stores and does not work with --server or SLUICE_SERVER.', 2);
  const run = readRunFile(dataDir());
  const mongodbUrl = env['MONGODB_URL'] || run?.mongodb.url;
  if (!mongodbUrl)
    throw new Problem('No installation found: start one with `npm start`, or set MONGODB_URL.');
  return { mongodbUrl, redisUrl: env['REDIS_URL'] || run?.redis.url, run };
}

/** The address of the interface: `GATEWAY_URL`, else the one that `npm start` runs. */
export function gatewayUrl(): string {
  const url = env['GATEWAY_URL'] || readRunFile(dataDir())?.gatewayUrl;
  if (!url) throw new Problem('No gateway found: start one with `npm start`, or give --url.');
  return url;
}

/** The gateway's public address: `PUBLIC_URL`, else that of the one that `npm start` runs; undefined if neither is known. */
export function publicUrl(): string | undefined {
  return env['PUBLIC_URL'] || readRunFile(dataDir())?.gatewayUrl;
}

/** The dashboard's public address: `DASHBOARD_URL`, else that of the one that `npm start` runs; undefined if neither is known. */
export function dashboardUrl(): string | undefined {
  return env['DASHBOARD_URL'] || readRunFile(dataDir())?.dashboardUrl;
}

/** The address of the dashboard for the people of tenants, where there is one of their own. */
export function portalUrl(): string | undefined {
  return env['PORTAL_URL'] || undefined;
}

/**
 * Opens the stores for the duration of `use`. Rejects with a `SchemaBehindError` if `sluice migrate` must run first.
 */
export async function withStores<T>(
  mongodbUrl: string,
  use: (stores: Stores) => Promise<T>,
  limits: Partial<StoreLimits> = {},
): Promise<T> {
  const { openStores } = await import('@sluice/store');
  const stores = await openStores(mongodbUrl, limits);
  try {
    await stores.begin();
    return await use(stores);
  } finally {
    await stores.close();
  }
}

/** The text of ENCRYPTION_KEY, or of the key that `npm start` made; undefined if there is none. */
export function encryptionKeyOrNone(): string | undefined {
  if (env['ENCRYPTION_KEY']) return env['ENCRYPTION_KEY'];
  try {
    return (JSON.parse(readFileSync(secretsFile(dataDir()), 'utf8')) as Secrets).encryptionKey;
  } catch {
    return undefined;
  }
}

/** Whether the installation has a mail server, as far as the environment says. */
export function hasMailServer(): boolean {
  return Boolean(env['SMTP_URL']) && Boolean(env['MAIL_FROM']);
}

/** The values of `${NAME}` placeholders in a tenant file: the environment, completed for a demo installation. */
export function placeholderEnvironment({ run }: Installation): Readonly<Record<string, string | undefined>> {
  return run ? tenantEnvironment(env, run.sinkUrl) : env;
}

/** A path as the person typed it: npm changes the current directory before it runs a script. */
export function typedPath(path: string): string {
  return resolve(env['INIT_CWD'] ?? process.cwd(), path);
}

function dataDir(): string {
  return env['DATA_DIR'] ? resolve(env['DATA_DIR']) : join(projectRoot, '.sluice');
}
