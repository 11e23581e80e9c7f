/** A Redis as text, to check its contents. */
import { Redis } from 'ioredis';

/** Every key and value of the Redis at `url`. */
export async function redisAsText(url: string): Promise<string> {
  const redis = new Redis(url);
  try {
    const parts: string[] = [];
    for (const key of await redis.keys('*'))
      parts.push(`${key} ${JSON.stringify(await valueOf(redis, key))}`);
    return parts.join('\n');
  } finally {
    redis.disconnect();
  }
}

async function valueOf(redis: Redis, key: string): Promise<unknown> {
  switch (await redis.type(key)) {
    case 'hash':
      return redis.hgetall(key);
    case 'list':
      return redis.lrange(key, 0, -1);
    case 'zset':
      return redis.zrange(key, '0', '-1');
    case 'set':
      return redis.smembers(key);
    case 'stream':
      return redis.xrange(key, '-', '+');
    case 'string':
      return redis.get(key);
    // A worker removed the key since it was listed; another may come in its place at any moment.
    default:
      return undefined;
  }
}
