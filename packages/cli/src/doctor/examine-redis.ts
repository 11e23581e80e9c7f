/** Examines Redis and its queues. */
import { observe, readsOfRedis } from '@sluice/admin';
import {
  mastersOf,
  pingRedis,
  redisAddress,
  redisUrlProblem,
  withRedis,
  type RedisConnection,
} from '@sluice/process';
import { shownUrl } from '@sluice/reports';
import type { Redis } from 'ioredis';
import { unreadFindings, type Examination, type Finding } from './finding.js';

const ANSWERS_WITHIN_MS = 5_000;

/** Examines Redis, the settings of each of its masters, and its queues. */
export async function examineRedis(url: string | undefined): Promise<Examination> {
  if (url === undefined) return { observed: {}, findings: [unknownRedis], unseen: [] };
  const problem = redisUrlProblem(url);
  if (problem !== undefined) {
    const remedy = 'Correct REDIS_URL; .env.example has its forms.';
    const finding: Finding = { area: 'redis', problem: `REDIS_URL ${problem}.`, remedy };
    return { observed: {}, findings: [finding], unseen: [] };
  }
  return withRedis(url, ANSWERS_WITHIN_MS, (redis) => examine(url, redis)).catch((error: unknown) => {
    const where = ` at ${shownUrl(url)} (${error instanceof Error ? error.message : String(error)})`;
    return {
      observed: { away: [{ store: 'redis', where }] },
      findings: [],
      unseen: ['the queues, because Redis does not answer.'],
    };
  });
}

const unknownRedis: Finding = {
  area: 'redis',
  problem: 'No Redis is configured.',
  remedy: 'Set REDIS_URL, or run `npm start`.',
};

async function examine(url: string, redis: RedisConnection): Promise<Examination> {
  await pingRedis(redis);
  const masters = await Promise.all(mastersOf(redis).map(lookAtMaster));
  const addressOf = (master: MasterLook) => (masters.length > 1 ? master.address : undefined);
  const { redis: _ofEachMaster, ...reads } = readsOfRedis(redis);
  const { seen, unread } = await observe(reads, ANSWERS_WITHIN_MS);
  return {
    seen: describeRedis(url, masters),
    observed: {
      ...seen,
      redis: masters.map((master) => ({ address: addressOf(master), ...memoryIn(master.info) })),
    },
    findings: [
      ...masters.flatMap((master) => redisFindings(master.info, addressOf(master))),
      ...unreadFindings('redis', unread),
    ],
    unseen: masters.flatMap(({ address, info }) => redisUnseen(info, address)),
  };
}

async function lookAtMaster(master: Redis): Promise<MasterLook> {
  const { host = '', port = 0 } = master.options;
  return { address: `${host}:${port}`, info: readInfo(await master.info()) };
}

/** A master that answers, with its `INFO`. */
interface MasterLook {
  readonly address: string;
  readonly info: ReadonlyMap<string, string>;
}

/** The mode of Redis and its number of servers, for people. */
export function describeRedis(url: string, masters: readonly Pick<MasterLook, 'info'>[]): string {
  const address = redisAddress(url);
  const replicas = masters.reduce((sum, { info }) => sum + Number(info.get('connected_slaves') ?? 0), 0);
  const following = `${replicas} ${replicas === 1 ? 'replica' : 'replicas'}`;
  switch (address.kind) {
    case 'server':
      return replicas === 0 ? 'one server' : `one server with ${following}`;
    case 'sentinel':
      return `the master ${address.master} with ${following}, found through Sentinels`;
    case 'cluster':
      return `a Cluster of ${masters.length} masters with ${following}`;
  }
}

function readInfo(text: string): ReadonlyMap<string, string> {
  return new Map(
    text.split(/\r?\n/).flatMap((line): [string, string][] => {
      const at = line.indexOf(':');
      return at > 0 ? [[line.slice(0, at), line.slice(at + 1)]] : [];
    }),
  );
}

/** Settings that a Redis does not report: a managed one may withhold parts of its `INFO`. */
export function redisUnseen(info: ReadonlyMap<string, string>, address: string): string[] {
  const lacking = ['maxmemory_policy', 'aof_enabled', 'used_memory'].filter((field) => !info.has(field));
  return lacking.length === 0
    ? []
    : [`${lacking.join(', ')} of Redis ${address}, because its INFO does not report it.`];
}

/** Settings of a Redis that answers which lose data, according to its `INFO`; `address` identifies a master of a Cluster. */
export function redisFindings(info: ReadonlyMap<string, string>, address?: string): Finding[] {
  const findings: Finding[] = [];
  const redis = address === undefined ? 'Redis' : `Redis master ${address}`;
  const policy = info.get('maxmemory_policy');
  if (policy !== undefined && policy !== 'noeviction') {
    findings.push({
      area: 'redis',
      problem: `${redis} drops jobs when its memory is full (maxmemory-policy ${policy}).`,
      remedy: 'Set `maxmemory-policy noeviction`.',
    });
  }
  if (info.get('aof_enabled') === '0') {
    findings.push({
      area: 'redis',
      problem: `${redis} keeps no append-only file, so a restart empties its queues and the sweep must refill them.`,
      remedy: 'Set `appendonly yes` and `appendfsync everysec`.',
    });
  }
  return findings;
}

function memoryIn(info: ReadonlyMap<string, string>) {
  return {
    usedBytes: Number(info.get('used_memory') ?? 0),
    mostBytes: Number(info.get('maxmemory') ?? 0),
  };
}
