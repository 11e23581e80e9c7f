/** Examines Redis and its queues. */
import { queues, serviceOfQueue } from '@sluice/contracts';
import { workersVariable } from '@sluice/local';
import { MAX_ON_THE_WAY } from '@sluice/domain';
import { waitingAtCampaigns, type WaitingAtCampaign } from '@sluice/pipeline';
import {
  mastersOf,
  pingRedis,
  redisAddress,
  redisUrlProblem,
  withRedis,
  type RedisConnection,
} from '@sluice/process';
import { inspectQueue, type QueueReport } from '@sluice/queue';
import type { Redis } from 'ioredis';
import { setTimeout as pause } from 'node:timers/promises';
import { ageText, shownUrl, type Examination, type Finding } from './finding.js';

const ANSWERS_WITHIN_MS = 5_000;
const OLD_MS = 60_000;
const FULL = 0.7;
/** A job that has waited this long is checked twice: it may be about to be taken, or no worker takes it. */
const WORTH_A_SECOND_LOOK_MS = 5_000;
const SECOND_LOOK_AFTER_MS = 2_000;

/** Examines Redis, the settings of each of its masters, and its queues. */
export async function examineRedis(url: string | undefined): Promise<Examination> {
  if (url === undefined) return { findings: [unknownRedis], unseen: [] };
  const problem = redisUrlProblem(url);
  if (problem !== undefined) {
    const remedy = 'Correct REDIS_URL; .env.example has its forms.';
    return { findings: [{ area: 'redis', problem: `REDIS_URL ${problem}.`, remedy }], unseen: [] };
  }
  return withRedis(url, ANSWERS_WITHIN_MS, (redis) => examine(url, redis)).catch((error: unknown) => {
    const because = error instanceof Error ? error.message : String(error);
    const problem = `Redis does not answer at ${shownUrl(url)} (${because}).`;
    const remedy =
      'Start it, or correct REDIS_URL; until then accepted leads wait in MongoDB and none is lost.';
    return {
      findings: [{ area: 'redis', problem, remedy }],
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
  return {
    seen: describeRedis(url, masters),
    findings: [
      ...masters.flatMap(({ address, info }) =>
        redisFindings(info, masters.length > 1 ? address : undefined),
      ),
      ...(await examineQueues(redis)),
      ...(await waitingAtCampaigns(redis)).map((one) => waitForCampaign(one, Date.now())),
    ],
    unseen: masters.flatMap(({ address, info }) => redisUnseen(info, address)),
  };
}

async function lookAtMaster(master: Redis): Promise<MasterLook> {
  const { host = '', port = 0 } = master.options;
  return { address: `${host}:${port}`, info: readInfo(await master.info()) };
}

async function examineQueues(redis: RedisConnection): Promise<readonly Finding[]> {
  const look = () => Promise.all(queues.map((queue) => inspectQueue(queue, redis)));
  const reports = await look();
  const waits = reports.some(({ oldestWaitingMs }) => oldestWaitingMs > WORTH_A_SECOND_LOOK_MS);
  if (waits) await pause(SECOND_LOOK_AFTER_MS);
  const later = waits ? await look() : reports;
  return later.flatMap((report, index) => queueFindings(report, reports[index]));
}

/** Leads that wait because as many as may be are on their way to their campaign. */
function waitForCampaign(
  { tenantId, campaignId, waiting, since }: WaitingAtCampaign,
  nowMs: number,
): Finding {
  const leads = waiting === 1 ? '1 lead waits' : `${waiting} leads wait`;
  const age = ageText(Math.max(0, nowMs - since.getTime()));
  return {
    area: 'leads',
    problem: `Tenant ${tenantId}: ${leads} for campaign ${campaignId}, the oldest for ${age}; it takes no more, because ${MAX_ON_THE_WAY} are on their way to its buyer.`,
    remedy:
      'Check whether its buyer answers, and how fast; the leads go on in order as others end, and no other campaign waits for them.',
  };
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

/** Problems of a Redis that answers, according to its `INFO`; `address` identifies a master of a Cluster. */
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
  const most = Number(info.get('maxmemory') ?? 0);
  const used = Number(info.get('used_memory') ?? 0);
  if (most > 0 && used > most * FULL) {
    findings.push({
      area: 'redis',
      problem: `${redis} uses ${Math.round((100 * used) / most)} % of its memory.`,
      remedy:
        'Raise `maxmemory`, or find out which queue grows: when the memory is full, Redis takes no jobs and workers stop.',
    });
  }
  return findings;
}

/** Problems of a queue, compared with its state a moment `earlier` if given. */
export function queueFindings(
  { name, workers, waiting, oldestWaitingMs, failed, paused }: QueueReport,
  earlier?: QueueReport,
): Finding[] {
  const findings: Finding[] = [];
  const service = serviceOfQueue(name);
  const add = (problem: string, remedy: string): unknown =>
    findings.push({ area: 'queues', problem, remedy });
  if (paused)
    add(
      `Queue ${name} is paused.`,
      `Resume it on the page Queues of the dashboard, or with \`sluice queues resume ${name}\`.`,
    );
  if (workers === 0) add(`Queue ${name} has no workers.`, `Start the ${service} service.`);
  else if (waiting > 0 && (oldestWaitingMs > OLD_MS || isGrowing(oldestWaitingMs, earlier))) {
    const growing = isGrowing(oldestWaitingMs, earlier) ? ', and it grows' : '';
    add(
      `Queue ${name} is behind: ${waiting} jobs wait, the oldest for ${ageText(oldestWaitingMs)}${growing}.`,
      `Add processes of the ${service} service (${workersVariable(service)} under \`npm start\`), or check its log.`,
    );
  }
  if (failed > 0) {
    add(
      `Queue ${name} holds ${failed} failed ${failed === 1 ? 'job' : 'jobs'}.`,
      `The page Queues of the dashboard shows the cause and retries them, as \`sluice queues retry ${name}\` does; the sweep requeues what is still due.`,
    );
  }
  return findings;
}

// If jobs are taken, the oldest job changes after a while.
function isGrowing(oldestWaitingMs: number, earlier: QueueReport | undefined): boolean {
  if (!earlier || earlier.oldestWaitingMs < WORTH_A_SECOND_LOOK_MS) return false;
  return oldestWaitingMs > earlier.oldestWaitingMs;
}
