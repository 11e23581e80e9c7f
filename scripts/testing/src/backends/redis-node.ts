/**
 * One redis-server of several that a test starts, with its data only in memory, and the queries that tests send to it.
 */
import { Redis } from 'ioredis';
import { eventually } from '../eventually.js';
import { inMemoryAlone, startChildRedis, type RedisSettings } from '../child-redis.js';
import { openAccess, type RedisAccess } from './redis-access.js';

/** A server of a Cluster or behind Sentinels. */
export interface RedisNode {
  readonly port: number;
  readonly host: '127.0.0.1';
  /** The pid of redis-server itself, for signals. */
  readonly pid: number;
  /** Sends one command and returns the reply; rejects on an error. */
  readonly ask: (command: string, ...args: readonly (string | number)[]) => Promise<unknown>;
  stop(): Promise<void>;
}

const ANSWERS_WITHIN_MS = 20_000;

/** Starts a redis-server from PATH on `port`; resolves once it answers. */
export async function startRedisNode(
  port: number,
  settings: RedisSettings = {},
  access: RedisAccess = openAccess,
): Promise<RedisNode> {
  const { pid, end } = await startChildRedis({
    ...access.settings(port),
    ...inMemoryAlone(port),
    bind: '127.0.0.1',
    'maxmemory-policy': 'noeviction',
    'repl-diskless-sync-delay': '0',
    ...settings,
  });
  const ask: RedisNode['ask'] = (command, ...args) => askRedis(port, command, args, access);
  try {
    await serversReport(`redis-server on port ${port} answers`, async () => (await ask('PING')) === 'PONG');
  } catch (error) {
    await end();
    throw new Error('redis-server does not start: install redis-server so that it is on PATH.', {
      cause: error,
    });
  }
  return { port, host: '127.0.0.1', pid, ask, stop: end };
}

/** Sends one command to the Redis or Sentinel on `port`. */
export async function askRedis(
  port: number,
  command: string,
  args: readonly (string | number)[] = [],
  { client }: RedisAccess = openAccess,
): Promise<unknown> {
  const redis = new Redis({
    port,
    host: '127.0.0.1',
    lazyConnect: true,
    enableReadyCheck: false,
    commandTimeout: 1_000,
    // After a connection that failed, ioredis keeps a timer for this long.
    disconnectTimeout: 100,
    retryStrategy: () => null,
    maxRetriesPerRequest: 0,
    protocol: 2 as const,
    ...client,
  });
  redis.on('error', () => undefined);
  try {
    await redis.connect();
    return await redis.call(command, ...args);
  } finally {
    redis.disconnect();
  }
}

/** Waits until the servers report something; an exception counts as no. */
export function serversReport(what: string, holds: () => Promise<boolean>): Promise<boolean> {
  return eventually(what, () => holds().catch(() => false), ANSWERS_WITHIN_MS);
}
