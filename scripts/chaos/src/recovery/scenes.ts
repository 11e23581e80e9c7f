/** The single faults whose recovery is measured. Each starts and ends with everything running. */
import { setTimeout as pause } from 'node:timers/promises';
import type { Pace } from '../checker/database.js';
import type { Member, Service } from '../rig/fleet.js';
import type { Recovery, Stage } from './stage.js';

type Scene = (stage: Stage) => Promise<readonly Recovery[]>;

const PER_SECOND = 20;
const WARM_UP_MS = 3_000;
const OUTAGE_MS = 20_000;
const SHORT_OUTAGE_MS = 8_000;
/** Requests in flight when a fault begins may still be answered. */
const UNDER_WAY_MS = 1_500;

/** All scenes. */
export const scenes: readonly Scene[] = [
  workerKilled('qualification', 15),
  workerKilled('routing', 15),
  deliveryKilled,
  redisKilled,
  redisPaused,
  redisEmptied,
  mongodbKilled,
];

/** A worker dies with active jobs: with a slow database it has many, each at a different step. */
function workerKilled(service: Service, atMost: number): Scene {
  return async (stage) => {
    const [member] = stage.rig.fleet.of(service) as readonly [Member, ...Member[]];
    const begunAt = new Date();
    stage.load(PER_SECOND, 8);
    await pause(WARM_UP_MS);
    member.mongodb.become('slow');
    await pause(UNDER_WAY_MS);
    const killedAt = new Date();
    member.signal('SIGKILL');
    member.mongodb.become('open');
    stage.rig.log.note(`measuring: kill -9 ${member.name}`);
    await stage.atRest();
    const last = lastEnd(before(await stage.paces(begunAt), killedAt));
    const what = `${service} worker killed with jobs in progress, until the last of these leads had ended`;
    return [{ what, value: secondsBetween(killedAt, last), unit: 's', atMost }];
  };
}

/** A delivery worker dies while buyers are answering it. */
async function deliveryKilled(stage: Stage): Promise<readonly Recovery[]> {
  const { fleet, buyers, tenants, log } = stage.rig;
  const [member] = fleet.of('delivery') as readonly [Member, ...Member[]];
  const path = tenants[0]?.campaigns[0]?.path ?? '';
  const begunAt = new Date();
  await buyers.script({ path, delayMs: 500 });
  stage.load(PER_SECOND, 8);
  await pause(WARM_UP_MS);
  const killedAt = new Date();
  member.signal('SIGKILL');
  log.note(`measuring: kill -9 ${member.name}`);
  await pause(UNDER_WAY_MS);
  await buyers.unscript(path);
  await stage.atRest();
  const last = lastEnd(before(await stage.paces(begunAt), killedAt));
  const what = 'delivery worker killed with calls in flight, until the last of these leads had ended';
  return [{ what, value: secondsBetween(killedAt, last), unit: 's', atMost: 30 }];
}

/** Redis is unavailable for 20 s: the gateway continues, and the workers do once Redis is back. */
async function redisKilled(stage: Stage): Promise<readonly Recovery[]> {
  const { redis, log } = stage.rig;
  return redisAway(stage, 'Redis killed', OUTAGE_MS, async (awayMs) => {
    log.note('measuring: Redis killed');
    await redis.kill();
    await pause(awayMs);
    await redis.start();
  });
}

/** Redis keeps its connections but answers no command. */
async function redisPaused(stage: Stage): Promise<readonly Recovery[]> {
  const { redis, log } = stage.rig;
  return redisAway(stage, 'Redis paused', OUTAGE_MS, async (awayMs) => {
    log.note('measuring: Redis paused');
    redis.pause();
    await pause(awayMs);
    redis.resume();
  });
}

async function redisAway(
  stage: Stage,
  name: string,
  awayMs: number,
  beAway: (awayMs: number) => Promise<void>,
): Promise<readonly Recovery[]> {
  const begunAt = new Date();
  stage.load(PER_SECOND, (WARM_UP_MS + awayMs) / 1000 + 5);
  await pause(WARM_UP_MS);
  const awayAt = new Date();
  await beAway(awayMs);
  const backAt = new Date();
  await stage.atRest();
  const lines = stage.receipts(awayAt);
  const asked = lines.filter((line) => line.did === 'asked' && line.at < backAt.toISOString());
  const answers = new Map(
    lines.flatMap((line) => (line.did === 'acknowledged' ? [[line.key, line.at]] : [])),
  );
  const waits = asked.map(
    (line) => Date.parse(answers.get('key' in line ? line.key : '') ?? '') - Date.parse(line.at),
  );
  return [
    {
      what: `${name} for ${awayMs / 1000} s, from its return until leads flow`,
      value: secondsBetween(backAt, firstEnd(await stage.paces(begunAt), backAt)),
      unit: 's',
      atMost: 3,
    },
    {
      what: `${name}, how long affiliates waited meanwhile for the 202 (p99 of ${waits.length})`,
      value: percentile(waits, 0.99),
      unit: 'ms',
      atMost: 1_500,
    },
  ];
}

/** Redis is emptied three times while leads wait and run; the sweep requeues them all. */
async function redisEmptied(stage: Stage): Promise<readonly Recovery[]> {
  const { affiliates, redis, log } = stage.rig;
  affiliates.order('north', { order: 'burst', campaignId: 'GOOD', count: 400, atOnce: 40, twins: false });
  for (let time = 0; time < 3; time += 1) {
    await pause(700);
    await redis.flush();
  }
  const emptiedAt = new Date();
  log.note('measuring: FLUSHALL, three times');
  const what = 'Redis emptied under load, until every lead and every effect had ended';
  return [{ what, value: secondsBetween(emptiedAt, await stage.atRest()), unit: 's', atMost: 30 }];
}

/** MongoDB dies and restarts: meanwhile nothing is accepted. */
async function mongodbKilled(stage: Stage): Promise<readonly Recovery[]> {
  const { mongo, fleet, log } = stage.rig;
  const begunAt = new Date();
  const links = fleet.members.map(({ mongodb }) => mongodb);
  stage.load(PER_SECOND, (WARM_UP_MS + SHORT_OUTAGE_MS) / 1000 + 5);
  await pause(WARM_UP_MS);
  mongo.kill();
  links.forEach((link) => link.become('cut'));
  log.note('measuring: MongoDB killed');
  const awayAt = new Date();
  await pause(SHORT_OUTAGE_MS);
  const backAt = new Date();
  links.forEach((link) => link.become('open'));
  await stage.atRest();
  const meanwhile = stage
    .receipts(new Date(awayAt.getTime() + UNDER_WAY_MS))
    .filter(({ at }) => at < backAt.toISOString());
  const refusals = meanwhile.filter((line) => line.did === 'refused');
  return [
    {
      what: 'MongoDB killed, from its return until leads flow',
      value: secondsBetween(backAt, firstEnd(await stage.paces(begunAt), backAt)),
      unit: 's',
      atMost: 5,
    },
    {
      what: `MongoDB killed, accepted meanwhile beside ${refusals.length} refusals`,
      value: meanwhile.filter(({ did }) => did === 'acknowledged').length,
      unit: 'requests',
      atMost: 0,
    },
    {
      what: 'MongoDB killed, refused otherwise than with 503',
      value: refusals.filter((line) => line.did === 'refused' && line.status !== 503).length,
      unit: 'requests',
      atMost: 0,
    },
  ];
}

function before(paces: readonly Pace[], instant: Date): readonly Pace[] {
  return paces.filter(({ acceptedAt }) => acceptedAt < instant);
}

function lastEnd(paces: readonly Pace[]): Date {
  return new Date(Math.max(...paces.map(({ endedAt }) => endedAt?.getTime() ?? Infinity)));
}

function firstEnd(paces: readonly Pace[], after: Date): Date {
  const ends = paces.map(({ endedAt }) => endedAt?.getTime() ?? Infinity);
  return new Date(Math.min(...ends.filter((end) => end > after.getTime())));
}

function secondsBetween(from: Date, to: Date): number {
  return Math.round((to.getTime() - from.getTime()) / 100) / 10;
}

function percentile(values: readonly number[], quantile: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * quantile))] ?? NaN;
}
