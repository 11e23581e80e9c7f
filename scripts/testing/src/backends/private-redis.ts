/** A Redis for a single test, which may empty, pause and kill it without affecting other tests. */
import { Redis } from 'ioredis';
import { freePort } from '@sluice/local';
import { inMemoryAlone, startChildRedis } from '../child-redis.js';

/** A running Redis. */
export interface PrivateRedis {
  readonly url: string;
  readonly port: number;
  /** The pid of redis-server itself, for signals. */
  readonly pid: number;
  stop(): Promise<void>;
}

const startsWithinMs = 10_000;

/**
 * Starts a redis-server from PATH that keeps nothing on disk: on a free port, or on the port of a killed one. Rejects
 * if PATH contains none.
 */
export async function startPrivateRedis({
  port: given,
}: { readonly port?: number } = {}): Promise<PrivateRedis> {
  const port = given ?? (await freePort());
  const { pid, end } = await startChildRedis({
    ...inMemoryAlone(port),
    port: String(port),
    bind: '127.0.0.1',
    'maxmemory-policy': 'noeviction',
  });
  const url = `redis://127.0.0.1:${port}`;
  if (!(await answers(url))) {
    await end();
    throw new Error('redis-server does not start: install redis-server so that it is on PATH.');
  }
  return { url, port, pid, stop: end };
}

async function answers(url: string): Promise<boolean> {
  const redis = new Redis(url, { lazyConnect: true, retryStrategy: () => 25, maxRetriesPerRequest: null });
  redis.on('error', () => undefined);
  const timer = setTimeout(() => redis.disconnect(), startsWithinMs);
  try {
    await redis.connect().catch(() => undefined);
    return (await redis.ping()) === 'PONG';
  } catch {
    return false;
  } finally {
    clearTimeout(timer);
    redis.disconnect();
  }
}
