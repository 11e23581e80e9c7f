/** The number of calls to the stores, according to their own counters. */
import { Redis } from 'ioredis';
import { MongoClient } from 'mongodb';
import type { Contestant } from '../scenario.js';

/** Counts since the stores started. */
export interface StoreCalls {
  /** Commands to the database, which are round trips; absent without a database. */
  readonly databaseCommands?: number;
  /** Documents inserted, and queries, updates and deletes executed; absent without a database. */
  readonly databaseOperations?: number;
  /** Commands that Redis executed, including those inside scripts. */
  readonly redisCommands: number;
  /** Scripts among them; nearly every call of BullMQ is one. */
  readonly redisScripts: number;
}

const commands = ['insert', 'find', 'update', 'delete', 'findAndModify', 'aggregate', 'count', 'getMore'];
const operations = ['insert', 'query', 'update', 'delete', 'getmore'];

/** Reads the stores' counters. */
export async function storeCalls({ redisUrl, mongodbUrl }: Contestant['stores']): Promise<StoreCalls> {
  const [redis, database] = await Promise.all([
    redisCalls(redisUrl),
    mongodbUrl === undefined ? {} : databaseCalls(mongodbUrl),
  ]);
  return { ...redis, ...database };
}

async function databaseCalls(url: string): Promise<Partial<StoreCalls>> {
  const client = new MongoClient(url);
  try {
    const { metrics, opcounters } = (await client.db('admin').command({ serverStatus: 1 })) as {
      metrics?: { commands?: Record<string, { total?: number | { valueOf(): number } }> };
      opcounters?: Record<string, number>;
    };
    const ofCommand = (name: string) => Number(metrics?.commands?.[name]?.total ?? 0);
    return {
      ...(metrics?.commands && { databaseCommands: sum(commands.map(ofCommand)) }),
      ...(opcounters && { databaseOperations: sum(operations.map((name) => Number(opcounters[name] ?? 0))) }),
    };
  } finally {
    await client.close();
  }
}

async function redisCalls(url: string): Promise<Pick<StoreCalls, 'redisCommands' | 'redisScripts'>> {
  const redis = new Redis(url, { maxRetriesPerRequest: null });
  try {
    return readCommandStats(await redis.info('commandstats'));
  } finally {
    redis.disconnect();
  }
}

/** Sums Redis' own statistics of its commands. */
export function readCommandStats(text: string): Pick<StoreCalls, 'redisCommands' | 'redisScripts'> {
  const calls = [...text.matchAll(/^cmdstat_([^:]+):calls=(\d+)/gm)].map(
    ([, name = '', count = '0']) => [name, Number(count)] as const,
  );
  return {
    redisCommands: sum(calls.map(([, count]) => count)),
    redisScripts: sum(calls.flatMap(([name, count]) => (/^(eval|evalsha|fcall)$/.test(name) ? [count] : []))),
  };
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}
