/**
 * Thousands of leads wait for the release of a hold: what that costs the database, and that each of them reaches its
 * buyer once, although the process that releases them dies in the middle.
 */
import { stageQueues } from '@sluice/contracts';
import { silentLogger, workerConnection, type RedisConnection } from '@sluice/process';
import { createProducer } from '@sluice/queue';
import { eventually } from '@sluice/testing';
import { MongoClient, type Db } from 'mongodb';
import { setTimeout as pause } from 'node:timers/promises';
import { countsAtRest, leadBody, submitAll } from '../installation/affiliate.js';
import { startInstallation, type Installation } from '../installation/installation.js';

const LEADS = 2_000;
/** The sweep checks work again after 1.5 times this. */
const SWEEP_AFTER_SECONDS = 2;
const TWO_SWEEPS_MS = 2 * 1_500 * SWEEP_AFTER_SECONDS;
/** The slots of leads accepted longer ago than this are audited. */
const OLD_MS = 31_000;
/** A year in which nothing else is due. */
const RELEASED = new Date(Date.UTC(4000, 0, 1));
// Without workers for effects: the sweep finds those, and puts them on hold as well.
const workers = ['qualification', 'routing', 'delivery'] as const;

type Worker = (typeof workers)[number];

type Work = Readonly<Record<string, number>>;

/** The commands that the database carried out, and the documents that it read, returned or changed, for whomever. */
async function workOf(db: Db): Promise<Work> {
  const { metrics, opcounters } = (await db.admin().command({ serverStatus: 1 })) as {
    readonly opcounters: Work;
    readonly metrics: {
      readonly document: Readonly<Record<'inserted' | 'returned' | 'updated' | 'deleted', number>>;
      readonly queryExecutor: Readonly<Record<'scanned' | 'scannedObjects', number>>;
    };
  };
  const counts = { ...opcounters, ...metrics.document, ...metrics.queryExecutor };
  return Object.fromEntries(Object.entries(counts).filter(([, count]) => typeof count === 'number'));
}

const difference = (more: Work, less: Work): Work =>
  Object.fromEntries(Object.entries(more).map(([what, count]) => [what, count - (less[what] ?? 0)]));

async function workDuring(db: Db, ms: number): Promise<Work> {
  const before = await workOf(db);
  await pause(ms);
  return difference(await workOf(db), before);
}

/** The worker whose process sweeps, and so carries out releases. */
async function sweeping(installation: Installation): Promise<Worker | undefined> {
  for (const worker of workers)
    for (const url of installation.healthUrls(worker)) {
      const metrics = await fetch(`${url}/metrics`).then((answer) => answer.text());
      if (/^sluice_sweep_leader\{[^}]*\} 1$/m.test(metrics)) return worker;
    }
  return undefined;
}

describe.each([1, 3])('with %i processes of each worker', (processes) => {
  let installation: Installation;
  let client: MongoClient;
  let db: Db;
  let redis: RedisConnection;
  beforeAll(async () => {
    installation = await startInstallation({
      services: ['gateway', ...workers],
      apart: workers,
      processes,
      env: { SWEEP_AFTER_SECONDS: String(SWEEP_AFTER_SECONDS) },
    });
    client = new MongoClient(installation.backends.mongodbUrl);
    db = client.db();
    redis = workerConnection(installation.backends.redisUrl, silentLogger);
  }, 180_000);
  afterAll(async () => {
    redis?.disconnect();
    await client?.close();
    await installation?.stop();
  }, 60_000);

  const jobs = async () => {
    const producer = createProducer(redis);
    const loads = await Promise.all(Object.values(stageQueues).map((queue) => producer.load(queue)));
    return loads.reduce((sum, { waiting, active, delayed }) => sum + waiting + active + delayed, 0);
  };
  const left = async (dueAt: object) => {
    const due = { tenantId: 'demo', dueAt };
    const [submissions, effects] = await Promise.all(
      ['submissions', 'effects'].map((name) => db.collection(name).countDocuments(due)),
    );
    return { submissions, effects };
  };
  const onHold = () => left({ $gt: RELEASED });
  const moving = async () => {
    const { submissions = 0, effects = 0 } = await left({ $lt: RELEASED });
    return submissions + effects;
  };

  it(`${LEADS} leads on hold cost the database nothing, and each is delivered once after the release, whose process dies`, async () => {
    const held = await installation.sluice(['hold', '--tenant', 'demo', '--reason', 'test']);
    expect(held.code).toBe(0);
    const idle = await workDuring(db, TWO_SWEEPS_MS);
    const bodies = Array.from({ length: LEADS }, (_, n) => leadBody(n));
    const receipt = await submitAll(installation, bodies);
    const acceptedBy = Date.now();
    await eventually('everything is on hold', async () => (await moving()) === 0, 300_000);
    await eventually('no job is left', async () => (await jobs()) === 0);
    expect(await onHold()).toMatchObject({ submissions: LEADS });
    await pause(Math.max(0, acceptedBy + OLD_MS - Date.now()));
    const more = difference(await workDuring(db, TWO_SWEEPS_MS), idle);
    const sum = Object.values(more).reduce((total, count) => total + count, 0);
    expect(sum < LEADS / 10 ? 'next to nothing' : more).toBe('next to nothing');
    expect(installation.sink.received({ limit: 1 })).toEqual([]);

    const service = await eventually('a process sweeps', () => sweeping(installation));
    expect((await installation.sluice(['release', '--tenant', 'demo'])).code).toBe(0);
    await eventually('the release has begun', async () => ((await onHold()).submissions ?? 0) < LEADS);
    installation.signal(service, 'SIGKILL');
    await installation.ended(service);
    await installation.restart(service);
    expect(await countsAtRest(installation, receipt, 120_000)).toEqual({ delivered: LEADS });
    await eventually('every effect is due', async () => (await onHold()).effects === 0);
    expect(await onHold()).toEqual({ submissions: 0, effects: 0 });
    expect(installation.sink.stats().paths['/buyers/acme']).toMatchObject({ distinctKeys: LEADS });
  }, 900_000);
});
