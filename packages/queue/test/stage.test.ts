import { qualificationQueue, type StagePayload } from '@sluice/contracts';
import { duringTests, eventually, openLink, startPrivateRedis } from '@sluice/testing';
import { setTimeout as pause } from 'node:timers/promises';
import { createMetrics, silentLogger, workerConnection, type RedisConnection } from '@sluice/process';
import { startStage, type RunningStage, type StageOutcome, type StageRun } from '../src/index.js';
import { enqueue as enqueueIn, openQueues, type Seen } from './queues.js';

const world = duringTests(() => openQueues(qualificationQueue));
let working: RedisConnection;
beforeAll(async () => {
  working = workerConnection(world.redisUrl, silentLogger);
  world.onClose(() => working.disconnect());
});

/** How many batches the worker takes at once. */
const PLACES = 8;

/** Runs a worker that records every run, while `test` runs. */
async function withStage(
  run: (payload: StagePayload, how: StageRun) => Promise<StageOutcome>,
  test: (seen: readonly Seen[], running: RunningStage) => Promise<void>,
  { budgetMs = 10_000, connection = working, producer = world.core.producer } = {},
): Promise<void> {
  const seen: Seen[] = [];
  const stage = {
    queue: { ...qualificationQueue, concurrency: PLACES },
    budgetMs,
    run: async (payload: StagePayload, _deps: object, how: StageRun) => {
      seen.push({ ...how, submissionId: payload.submissionId });
      return run(payload, how);
    },
  };
  const running = startStage(
    stage,
    {},
    {
      connection,
      producer,
      log: silentLogger,
      metrics: createMetrics('test'),
      now: () => new Date(),
    },
  );
  try {
    await test(seen, running);
  } finally {
    await running.close();
  }
}

const enqueue = (...submissionIds: string[]) => enqueueIn(world, submissionIds);

const enqueueOf = (tenantId: string, lane: string, ...submissionIds: string[]) =>
  enqueueIn(world, submissionIds, { tenantId, lane });

const done: StageOutcome = { outcome: 'done' };

it('the leads of a batch run concurrently, each as a first run', async () => {
  let running = 0;
  let most = 0;
  const together = async () => {
    most = Math.max(most, ++running);
    await pause(20);
    running -= 1;
    return done;
  };
  await withStage(together, async (seen) => {
    await enqueue('sub_1', 'sub_2', 'sub_3');
    await eventually('all three have run', () => seen.length === 3 && running === 0, 10_000);
    expect(most).toBe(3);
    expect(seen.every(({ first, trouble }) => first && trouble === undefined)).toBe(true);
  });
});

it('a requeued lead does not wait for the others of its batch', async () => {
  let end: () => void = () => undefined;
  const slow = new Promise<void>((resolve) => (end = resolve));
  let again = true;
  const comeAgain = async ({ submissionId }: StagePayload) => {
    if (submissionId === 'sub_1') await slow;
    else if (again) {
      again = false;
      return { outcome: 'waits', againAt: new Date() };
    }
    return done;
  };
  await withStage(comeAgain, async (seen) => {
    await enqueue('sub_1', 'sub_2');
    await eventually('it ran 3 times', () => seen.length === 3, 10_000);
    expect(seen.map(({ submissionId }) => submissionId)).toEqual(['sub_1', 'sub_2', 'sub_2']);
    end();
  });
});

it('a lead that throws is retried in its own batch, and the others of its batch are not retried', async () => {
  let throws = 2;
  const stumble = async ({ submissionId }: StagePayload) => {
    if (submissionId === 'sub_2' && throws-- > 0) throw new Error('stumbled');
    return done;
  };
  await withStage(stumble, async (seen) => {
    await enqueue('sub_1', 'sub_2', 'sub_3');
    await eventually('it ran 5 times', () => seen.length === 5, 10_000);
    await pause(300);
    const of = (id: string) => seen.filter(({ submissionId }) => submissionId === id);
    expect(of('sub_2').map(({ first, trouble }) => ({ first, trouble }))).toEqual([
      { first: true, trouble: undefined },
      { first: false, trouble: 'threw' },
      { first: false, trouble: 'threw' },
    ]);
    expect([of('sub_1').length, of('sub_3').length]).toEqual([1, 1]);
  });
});

it('a lead that waits runs again at its due time, with no failure recorded', async () => {
  const againAt = new Date(Date.now() + 1_000);
  const waitOnce = async (_payload: StagePayload, { first }: StageRun) =>
    first ? { outcome: 'waits', againAt } : done;
  await withStage(waitOnce, async (seen) => {
    await enqueue('sub_1');
    await eventually('it ran twice', () => seen.length === 2, 10_000);
    expect(Date.now()).toBeGreaterThanOrEqual(againAt.getTime());
    expect(seen[1]).toMatchObject({ first: false, trouble: undefined });
    expect(seen[1]?.enqueuedAt).toEqual(againAt);
  });
});

it('leads that wait for different instants run soon after them, although nothing else wakes the worker', async () => {
  const instants = new Map<string, number>();
  const lateMs: number[] = [];
  const lanes = ['a', 'b', 'c'];
  await withStage(
    async ({ submissionId }) => {
      const instant = instants.get(submissionId);
      if (instant !== undefined) {
        lateMs.push(Date.now() - instant);
        return done;
      }
      // Batches that end at about the same time, with several instants each.
      const againAt = new Date(Date.now() + 450 + 100 * (instants.size % 5));
      instants.set(submissionId, againAt.getTime());
      await pause(30);
      return { outcome: 'waits', againAt };
    },
    async () => {
      for (let round = 1; round <= 4; round += 1) {
        const leads = (lane: string) => [1, 2, 3].map((n) => `sub_instant_${lane}${round}_${n}`);
        await Promise.all(lanes.map((lane) => enqueueOf('demo', lane, ...leads(lane))));
        await eventually(
          'all of them have run again',
          () => lateMs.length === round * lanes.length * 3,
          20_000,
        );
      }
    },
  );
  expect(lateMs).toHaveLength(4 * lanes.length * 3);
  expect(Math.max(...lateMs)).toBeLessThan(2_500);
}, 60_000);

it('a lead over its time budget leaves its batch and is run again, and the worker is unhealthy until that run settles', async () => {
  let settle: () => void = () => undefined;
  const late = new Promise<StageOutcome>((resolve) => (settle = () => resolve(done)));
  const hangOnce = async ({ submissionId }: StagePayload, { first }: StageRun) =>
    first && submissionId === 'sub_2' ? late : done;
  await withStage(
    hangOnce,
    async (seen, running) => {
      await enqueue('sub_1', 'sub_2', 'sub_3');
      await eventually('it ran 4 times', () => seen.length === 4, 10_000);
      expect(seen[3]).toMatchObject({ submissionId: 'sub_2', first: false, trouble: undefined });
      await eventually('nothing is in progress', () => running.progress.active === 0, 10_000);
      expect(running.overdue()).toMatch(/^1 jobs were given up/);
      settle();
      await eventually('nothing is overdue', () => running.overdue() === undefined, 10_000);
      expect(seen.length).toBe(4);
    },
    { budgetMs: 500 },
  );
});

it('a batch starts before the next one is taken, so that it waits for no further answer of Redis', async () => {
  // One server, whatever kind of Redis the others run on, because its link is stalled.
  const single = await openQueues(qualificationQueue, startPrivateRedis);
  const { producer } = single.core;
  const link = await openLink(Number(new URL(single.redisUrl).port));
  const connection = workerConnection(`redis://127.0.0.1:${link.port}`, silentLogger);
  for (const submissionId of ['sub_1', 'sub_2', 'sub_3']) await enqueueIn(single, [submissionId]);
  const stallOnce = async ({ submissionId }: StagePayload) => {
    if (submissionId === 'sub_1') link.become('stalled');
    return done;
  };
  try {
    await withStage(
      stallOnce,
      async (seen) => {
        await eventually('it ran once', () => seen.length === 1, 10_000);
        expect(await producer.load(qualificationQueue)).toMatchObject({ active: 1, waiting: 2 });
        link.become('open');
        await eventually('it ran 3 times', () => seen.length === 3, 10_000);
      },
      { connection, producer },
    );
  } finally {
    connection.disconnect();
    await link.close();
    await single.close();
  }
});

it('a hanging receiver delays nothing of another tenant whose receiver has the same name', async () => {
  let settle: () => void = () => undefined;
  const hanging = new Promise<StageOutcome>((resolve) => (settle = () => resolve(done)));
  const run = ({ tenantId }: StagePayload) => (tenantId === 'bad' ? hanging : Promise.resolve(done));
  await withStage(run, async (seen) => {
    // In separate batches, as many as a lane runs at once.
    await enqueueOf('bad', 'webhook', 'sub_1');
    await eventually('it ran once', () => seen.length === 1, 10_000);
    await enqueueOf('bad', 'webhook', 'sub_2');
    await eventually('it ran twice', () => seen.length === 2, 10_000);
    await enqueueOf('good', 'webhook', 'sub_3');
    await eventually(
      'the lead of the other tenant ran',
      () => seen.some(({ submissionId }) => submissionId === 'sub_3'),
      5_000,
    );
    settle();
  });
});

it('delayed batches of a hanging receiver make room for others, and run once each as soon as it answers', async () => {
  let answer: () => void = () => undefined;
  const answers = new Promise<void>((resolve) => (answer = resolve));
  const hang = async ({ submissionId }: StagePayload) => {
    if (submissionId.startsWith('hangs')) await answers;
    return done;
  };
  await withStage(hang, async (seen) => {
    const waiting = Array.from({ length: PLACES * 2 }, (_, n) => `hangs_${n}`);
    for (const id of waiting) await enqueueOf('demo', 'endpoint_hangs', id);
    await eventually('a batch is delayed', async () => (await world.queue.getDelayedCount()) > 0, 10_000);
    await enqueueOf('demo', 'endpoint_answers', 'answers');
    await eventually(
      'the other lead ran',
      () => seen.some(({ submissionId }) => submissionId === 'answers'),
      10_000,
    );
    answer();
    await eventually('all have run', () => seen.length === waiting.length + 1, 5_000);
    await eventually('no batch is delayed', async () => (await world.queue.getDelayedCount()) === 0, 10_000);
    expect(seen.map(({ submissionId }) => submissionId).sort()).toEqual(['answers', ...waiting].sort());
    expect(seen.every(({ first, trouble }) => first && trouble === undefined)).toBe(true);
  });
}, 30_000);

it('a tenant whose receivers all hang delays no other tenant, and its own leads run once each as soon as they answer', async () => {
  let answer: () => void = () => undefined;
  const answers = new Promise<void>((resolve) => (answer = resolve));
  const run = async ({ tenantId }: StagePayload) => {
    if (tenantId === 'bad') await answers;
    return done;
  };
  await withStage(run, async (seen) => {
    const hanging = Array.from({ length: PLACES * 3 }, (_, n) => `hangs_${n}`);
    for (const id of hanging) await enqueueOf('bad', `lead.${id}`, id);
    await eventually('half of the places are taken', () => seen.length >= PLACES / 2, 10_000);
    for (let n = 0; n < PLACES; n += 1) {
      await enqueueOf('good', 'webhook', `good_${n}`);
      await eventually(
        'the lead of the other tenant ran',
        () => seen.some(({ submissionId }) => submissionId === `good_${n}`),
        5_000,
      );
    }
    expect(seen.length).toBe(PLACES / 2 + PLACES);
    answer();
    await eventually('all have run', () => seen.length === hanging.length + PLACES, 5_000);
    await eventually('no batch is delayed', async () => (await world.queue.getDelayedCount()) === 0, 10_000);
    const ofBad = seen.filter(({ submissionId }) => submissionId.startsWith('hangs'));
    expect(ofBad.map(({ submissionId }) => submissionId).sort()).toEqual([...hanging].sort());
    expect(seen.every(({ first, trouble }) => first && trouble === undefined)).toBe(true);
  });
}, 30_000);
