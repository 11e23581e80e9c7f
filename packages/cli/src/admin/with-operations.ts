/** How a command calls operations: over HTTP with `--server` and SLUICE_ADMIN_KEY, else in process on the stores. */
import type { Operate } from '@sluice/admin';
import { ApiError, strictestSettings, type ReadSettings } from '@sluice/contracts';
import { Problem } from '@sluice/local';
import type { Command } from 'commander';
import {
  dashboardUrl,
  encryptionKeyOrNone,
  findInstallation,
  hasMailServer,
  overServer,
  portalUrl,
  publicUrl,
  withStores,
  workOver,
} from '../where.js';
import { person } from './person.js';
import { problemOf } from './problem-of.js';

/** Adds `--server` to every command. */
export function addServer(program: Command): void {
  program.option(
    '--server <url>',
    'use the installation behind this dashboard, with SLUICE_ADMIN_KEY (default: SLUICE_SERVER, otherwise the stores)',
  );
  program.hook('preAction', (root) => {
    workOver(root.opts<{ server?: string }>().server ?? (process.env['SLUICE_SERVER'] || undefined));
  });
}

/** What a command needs besides the operations. */
export interface OperationsNeeds {
  /** The longest time of a single call of the database, where the stores are used. */
  readonly callTimeoutMs?: number | undefined;
  /** The command uses queues and waits briefly for Redis. */
  readonly queues?: boolean;
  /** Everything that is asked of the operations stands in the command line, so what they cannot read is wrong usage. */
  readonly isTyped?: boolean;
  /** What tenant files and calls may hold, where the stores are used; default {@link strictestSettings}. */
  readonly reads?: ReadSettings;
}

/** Provides operations for the duration of `use`. A refusal becomes a {@link Problem} in the operation's own words. */
export async function withOperations<T>(
  use: (operate: Operate) => Promise<T>,
  { queues = false, isTyped = false, reads = strictestSettings, callTimeoutMs }: OperationsNeeds = {},
): Promise<T> {
  const server = overServer();
  const work = server === undefined ? found(use, { queues, reads, callTimeoutMs }) : overHttp(server, use);
  return work.catch((error: unknown) => {
    if (!(error instanceof ApiError)) throw error;
    throw problemOf(error, { exitCode: isTyped && error.code === 'VALIDATION_ERROR' ? 2 : 1 });
  });
}

async function overHttp<T>(url: string, use: (operate: Operate) => Promise<T>): Promise<T> {
  const key = process.env['SLUICE_ADMIN_KEY'];
  if (!key) throw new Problem('SLUICE_ADMIN_KEY is not set: --server needs an admin key.', 2);
  if (!URL.canParse(url)) throw new Problem(`--server ${url} is not a URL.`, 2);
  const { operateOverHttp } = await import('@sluice/admin');
  return use(operateOverHttp({ url, key })).catch((error: unknown) => {
    if (error instanceof ApiError || error instanceof Problem) throw error;
    throw new Problem(`${url} does not answer as the admin API: ${reasonOf(error)}.`);
  });
}

async function found<T>(
  use: (operate: Operate) => Promise<T>,
  { queues, ...needs }: OperationsNeeds & Pick<OnStores, 'reads'>,
): Promise<T> {
  const { mongodbUrl, redisUrl } = findInstallation();
  const [encryptionKey, mail] = [encryptionKeyOrNone(), hasMailServer()];
  const on = { ...needs, mongodbUrl, redisUrl: queues ? redisUrl : undefined, encryptionKey };
  const urls = { publicUrl: publicUrl(), dashboardUrl: dashboardUrl(), portalUrl: portalUrl() };
  return onStores({ ...on, ...urls, hasMailServer: mail }, use);
}

/** The stores that operations work on, and what they know of the installation. */
export interface OnStores extends Pick<OperationsNeeds, 'callTimeoutMs'> {
  readonly mongodbUrl: string;
  /** Without it, work waits in MongoDB for the sweep. */
  readonly redisUrl?: string | undefined;
  /** The text of ENCRYPTION_KEY. */
  readonly encryptionKey?: string | undefined;
  readonly hasMailServer?: boolean;
  readonly publicUrl?: string | undefined;
  readonly dashboardUrl?: string | undefined;
  readonly portalUrl?: string | undefined;
  readonly reads: ReadSettings;
}

/** Provides operations in process, in the name of whoever runs this command. */
export async function onStores<T>(
  {
    mongodbUrl,
    redisUrl,
    encryptionKey,
    hasMailServer: mail,
    publicUrl: url,
    dashboardUrl: ownUrl,
    portalUrl: tenantsUrl,
    reads,
    callTimeoutMs,
  }: OnStores,
  use: (operate: Operate) => Promise<T>,
): Promise<T> {
  const [{ operateInProcess }, { withCore }, { encryptionKeysIn }, { openAccounts }] = await Promise.all([
    import('@sluice/admin'),
    import('../with-core.js'),
    import('../encryption-keys.js'),
    import('@sluice/identity'),
  ]);
  const encryptionKeys = encryptionKey === undefined ? undefined : encryptionKeysIn(encryptionKey);
  const limits = callTimeoutMs === undefined ? {} : { callTimeoutMs };
  return withStores(
    mongodbUrl,
    (stores) =>
      withCore(stores, redisUrl, (core, redis) =>
        use(
          operateInProcess(
            {
              ...core,
              ...{ redis, encryptionKeys, reads, accounts: openAccounts(stores, encryptionKeys) },
              ...{ hasMailServer: mail, publicUrl: url, dashboardUrl: ownUrl, portalUrl: tenantsUrl },
            },
            person(),
          ),
        ),
      ),
    limits,
  );
}

function reasonOf(error: unknown): string {
  const { cause } = error instanceof Error ? error : {};
  return cause instanceof Error && cause.message ? cause.message : String((error as Error).message);
}
