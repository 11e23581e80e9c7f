/** Where a command finds the installation: by the environment, else by what `npm start` wrote into DATA_DIR. */
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

/** An installation that a command works on. */
export interface Installation {
  readonly mongodbUrl: string;
  readonly redisUrl: string | undefined;
  /** What runs, when `npm start` runs it. */
  readonly run: RunFile | undefined;
}

const env = process.env;

let server: string | undefined;

/** Lets the commands work over the admin API at `url`; those that cannot are refused. */
export function workOver(url: string | undefined): void {
  server = url;
}

/** The gateway that commands work over; undefined when they work on the stores. */
export function overServer(): string | undefined {
  return server;
}

/** Finds the installation; a {@link Problem} says what to set when there is none. */
export function findInstallation(): Installation {
  // It was typed for another installation than the one that would be found here.
  if (server !== undefined)
    throw new Problem(
      'This command works on the stores themselves, and not over --server or SLUICE_SERVER.',
      2,
    );
  const run = readRunFile(dataDir());
  const mongodbUrl = env['MONGODB_URL'] || run?.mongodb.url;
  if (!mongodbUrl)
    throw new Problem('No installation found: start one with `npm start`, or set MONGODB_URL.');
  return { mongodbUrl, redisUrl: env['REDIS_URL'] || run?.redis.url, run };
}

/** The address of the interface: `GATEWAY_URL`, else that of what `npm start` runs. */
export function gatewayUrl(): string {
  const url = env['GATEWAY_URL'] || readRunFile(dataDir())?.gatewayUrl;
  if (!url) throw new Problem('No gateway found: start one with `npm start`, or give --url.');
  return url;
}

/** Opens the stores for the time of `use`. Rejects with a `SchemaBehindError` when `sluice migrate` has to run first. */
export async function withStores<T>(
  use: (stores: Stores, installation: Installation) => Promise<T>,
  limits: Partial<StoreLimits> = {},
): Promise<T> {
  const installation = findInstallation();
  const { openStores } = await import('@sluice/store');
  const stores = await openStores(installation.mongodbUrl, limits);
  try {
    await stores.begin();
    return await use(stores, installation);
  } finally {
    await stores.close();
  }
}

/** The key that vendor credentials are sealed with. */
export function encryptionKey(): string {
  const key = encryptionKeyOrNone();
  if (key !== undefined) return key;
  throw new Problem('ENCRYPTION_KEY is not set: it has to be the 32 bytes, base64, that the services use.');
}

/** The key that vendor credentials are sealed with; undefined where a command has to do without. */
export function encryptionKeyOrNone(): string | undefined {
  if (env['ENCRYPTION_KEY']) return env['ENCRYPTION_KEY'];
  try {
    return (JSON.parse(readFileSync(secretsFile(dataDir()), 'utf8')) as Secrets).encryptionKey;
  } catch {
    return undefined;
  }
}

/** What `${NAME}` in a tenant file is taken from: the environment, completed for a demo installation. */
export function placeholderEnvironment({ run }: Installation): Readonly<Record<string, string | undefined>> {
  return run ? tenantEnvironment(env, run.sinkUrl) : env;
}

/** A path as the person typed it: npm changes the folder before it runs a script. */
export function typedPath(path: string): string {
  return resolve(env['INIT_CWD'] ?? process.cwd(), path);
}

function dataDir(): string {
  return env['DATA_DIR'] ? resolve(env['DATA_DIR']) : join(projectRoot, '.sluice');
}
