/** Whether a store answers its own protocol, which is more than an open port says. */
import { setTimeout as sleep } from 'node:timers/promises';
import { Redis } from 'ioredis';
import { MongoClient } from 'mongodb';

/** True when the Redis at `url` answers PING within `timeoutMs` and has finished loading its data. */
export async function redisAnswers(url: string, timeoutMs: number): Promise<boolean> {
  const redis = new Redis(url, { lazyConnect: true, connectTimeout: timeoutMs, retryStrategy: () => null });
  // Without a listener ioredis prints what the caller learns from the answer anyway.
  redis.on('error', () => undefined);
  try {
    await redis.connect();
    return (await redis.ping()) === 'PONG';
  } catch {
    return false;
  } finally {
    redis.disconnect();
  }
}

/** True when the MongoDB at `url` answers a ping within `timeoutMs`. */
export async function mongoAnswers(url: string, timeoutMs: number): Promise<boolean> {
  let client: MongoClient | undefined;
  try {
    client = new MongoClient(url, { serverSelectionTimeoutMS: timeoutMs });
    await client.db('admin').command({ ping: 1 });
    return true;
  } catch {
    return false;
  } finally {
    await client?.close();
  }
}

/** Asks again every 50 ms until `answers` is true or `withinMs` have passed; says which. */
export async function waitUntil(answers: () => Promise<boolean>, withinMs: number): Promise<boolean> {
  const giveUpAt = performance.now() + withinMs;
  while (!(await answers())) {
    if (performance.now() > giveUpAt) return false;
    await sleep(50);
  }
  return true;
}
