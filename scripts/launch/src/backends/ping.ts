/** Whether a store answers its own protocol, which proves more than an open port. */
import { setTimeout as sleep } from 'node:timers/promises';
import { pingRedis, withRedis } from '@sluice/process';
import { MongoClient } from 'mongodb';

/** True if every server of the Redis at `url` answers PING within `timeoutMs` and has loaded its data. */
export async function redisAnswers(url: string, timeoutMs: number): Promise<boolean> {
  return withRedis(url, timeoutMs, pingRedis).then(
    () => true,
    () => false,
  );
}

/** True if the MongoDB at `url` answers a ping within `timeoutMs`. */
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

/**
 * Describes the MongoDB at `url` for people: a replica set with its number of members, a sharded cluster, or a single
 * server.
 */
export async function mongoKind(url: string): Promise<string> {
  const client = new MongoClient(url);
  try {
    const { setName, hosts, msg } = (await client.db('admin').command({ hello: 1 })) as {
      readonly setName?: string;
      readonly hosts?: readonly string[];
      readonly msg?: string;
    };
    if (msg === 'isdbgrid') return 'a sharded cluster';
    return setName === undefined ? 'a single server' : `replica set ${setName} of ${hosts?.length ?? 1}`;
  } finally {
    await client.close();
  }
}

/** Polls `holds` every 50 ms until it is true or `withinMs` have passed; returns which. */
export async function waitUntil(holds: () => Promise<boolean> | boolean, withinMs: number): Promise<boolean> {
  const giveUpAt = performance.now() + withinMs;
  while (!(await holds())) {
    if (performance.now() > giveUpAt) return false;
    await sleep(50);
  }
  return true;
}
