/** How a command calls operations: over HTTP with `--server` and SLUICE_ADMIN_KEY, else in process on the stores. */
import type { Operate } from '@sluice/admin';
import { ApiError, strictestSettings, type ReadSettings } from '@sluice/contracts';
import { Problem } from '@sluice/local';
import type { StoreLimits } from '@sluice/store';
import type { Command } from 'commander';
import { encryptionKeyOrNone, hasMailServer, overServer, withStores, workOver } from '../where.js';
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
export interface OperationsNeeds extends Partial<StoreLimits> {
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
  { queues = false, isTyped = false, reads = strictestSettings, ...limits }: OperationsNeeds = {},
): Promise<T> {
  const server = overServer();
  const work = server === undefined ? inProcess(use, { queues, reads }, limits) : overHttp(server, use);
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

async function inProcess<T>(
  use: (operate: Operate) => Promise<T>,
  { queues, reads }: Required<Pick<OperationsNeeds, 'queues' | 'reads'>>,
  limits: Partial<StoreLimits>,
): Promise<T> {
  return withStores(async (stores, { redisUrl }) => {
    const [{ operateInProcess }, { withCore }, { encryptionKeysIn }] = await Promise.all([
      import('@sluice/admin'),
      import('../with-core.js'),
      import('../encryption-keys.js'),
    ]);
    const key = encryptionKeyOrNone();
    const encryptionKeys = key === undefined ? undefined : encryptionKeysIn(key);
    return withCore(stores, queues ? redisUrl : undefined, (core, redis) => {
      return use(
        operateInProcess({ ...core, redis, encryptionKeys, hasMailServer: hasMailServer(), reads }, person()),
      );
    });
  }, limits);
}

function reasonOf(error: unknown): string {
  const { cause } = error instanceof Error ? error : {};
  return cause instanceof Error && cause.message ? cause.message : String((error as Error).message);
}
