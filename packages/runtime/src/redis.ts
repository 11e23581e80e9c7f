/** Connections to Redis: producers fail fast, workers wait; both come back within a second of Redis. */
import { Redis } from 'ioredis';
import type { Logger } from './logger.js';
import { errorFields } from './logger.js';

const RECONNECT_AT_MOST_MS = 1_000;
/**
 * A worker's connection over which nothing has come for so long, though an answer is due, is dead: it is broken off,
 * opened anew, and what was asked is asked again. Longer than the 10 s that BullMQ lets Redis wait for a job; beyond
 * that BullMQ itself gives the wait up.
 */
const SILENT_AT_MOST_MS = 15_000;

const retryStrategy = (times: number) => Math.min(times * 100, RECONNECT_AT_MOST_MS);

/** A connection for adding jobs: a call fails within a second when Redis is dead or paused, and is never queued up. */
export function producerConnection(url: string, log: Logger): Redis {
  return watched(
    new Redis(url, {
      enableOfflineQueue: false,
      commandTimeout: 1_000,
      maxRetriesPerRequest: 1,
      connectTimeout: 1_000,
      retryStrategy,
    }),
    log,
  );
}

/** A connection for working on jobs: commands wait until Redis is back, but never on a dead connection. */
export function workerConnection(url: string, log: Logger): Redis {
  return watched(
    new Redis(url, { maxRetriesPerRequest: null, socketTimeout: SILENT_AT_MOST_MS, retryStrategy }),
    log,
  );
}

// One line when the connection is lost and one when it is back, however often it is tried in between.
function watched(connection: Redis, log: Logger): Redis {
  let lost = false;
  connection.on('error', (error: Error) => {
    if (lost) return;
    lost = true;
    log.warn('redis connection lost', errorFields(error));
  });
  connection.on('ready', () => {
    if (lost) log.info('redis connection restored');
    lost = false;
  });
  return connection;
}

/** How much memory Redis uses, and how much it may; 0 when it has no bound. */
export async function redisMemory(
  redis: Redis,
): Promise<{ readonly usedBytes: number; readonly mostBytes: number }> {
  const info = await redis.info('memory');
  const value = (name: string) => Number(new RegExp(`^${name}:(\\d+)`, 'm').exec(info)?.[1] ?? 0);
  return { usedBytes: value('used_memory'), mostBytes: value('maxmemory') };
}

/** How much of its memory Redis uses, from 0 to 1; 0 when it has no bound. */
export async function memoryFraction(redis: Redis): Promise<number> {
  const { usedBytes, mostBytes } = await redisMemory(redis);
  return mostBytes > 0 ? usedBytes / mostBytes : 0;
}
