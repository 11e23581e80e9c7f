/** The leads of a batch whose worker died, that waited together, or that cannot all be read. */
import { parseBatch, qualificationQueue, type StagePayload } from '@sluice/contracts';
import { duringTests, eventually, withItsOwn } from '@sluice/testing';
import { Worker, type Job } from 'bullmq';
import { setTimeout as pause } from 'node:timers/promises';
import { createMetrics, silentLogger, workerConnection } from '@sluice/process';
import {
  startStage,
  type Producer,
  type RunningStage,
  type StageOutcome,
  type StageRun,
} from '../src/index.js';
import { enqueue, openQueues, type Queues, type Seen } from './queues.js';

const { name, prefix } = qualificationQueue;
const openQueue = () => openQueues(qualificationQueue);
const world = duringTests(openQueue);
beforeEach(() => world.emptyRedis());

interface StageWorker {
  readonly seen: readonly Seen[];
  readonly running: RunningStage;
  /** Stops as if its process were killed, with all work in progress. */
  die(): void;
  stop(): Promise<void>;
}

const done: StageOutcome = { outcome: 'done' };

function startWorker(
  { core, redisUrl }: Queues,
  run: (payload: StagePayload, how: StageRun) => Promise<StageOutcome>,
  { through = core.producer, concurrency = 4 } = {},
): StageWorker {
  const seen: Seen[] = [];
  const connection = workerConnection(redisUrl, silentLogger);
  const stage = {
    queue: { ...qualificationQueue, concurrency },
    budgetMs: 60_000,
    run: async (payload: StagePayload, _deps: object, how: StageRun) => {
      seen.push({ ...how, submissionId: payload.submissionId });
      return run(payload, how);
    },
  };
  const surroundings = { connection, producer: through, log: silentLogger, metrics: createMetrics('test') };
  const running = startStage(stage, {}, { ...surroundings, now: () => new Date(), finishWithinMs: 100 });
  return {
    seen,
    running,
    die: () => connection.disconnect(),
    async stop() {
      await running.close();
      connection.disconnect();
    },
  };
}

const yes = () => true;
const no = () => false;

/** Lets a worker take the waiting batch, start it or not, and die with it. */
async function dieWithIt({ core, redisUrl }: Queues, { begun = true } = {}): Promise<void> {
  const connection = workerConnection(redisUrl, silentLogger);
  let taken = false;
  const begin = async (job: Job) => {
    const batch = { jobId: job.id ?? '', ...parseBatch(job.data) };
    // On a busy machine, Redis may answer later than a producer waits.
    const begins = () => core.producer.begin(qualificationQueue, batch, job.priority).then(yes, no);
    if (begun) await eventually('the batch begins', begins, 10_000);
    taken = true;
    await new Promise(() => undefined);
  };
  const dying = new Worker(name, begin, {
    connection,
    prefix,
    lockDuration: 1_000,
    skipVersionCheck: true,
    skipLockRenewal: true,
    skipStalledCheck: true,
  });
  dying.on('error', () => undefined);
  try {
    await eventually('the batch is taken', () => taken, 10_000);
  } finally {
    await dying.close(true);
    connection.disconnect();
  }
}

/** Two instants in the near future, so close together that the work for both forms one batch. */
function closeInstants(): { readonly early: Date; readonly late: Date } {
  const nextMs = (Math.ceil(Date.now() / 100) + 5) * 100;
  return { early: new Date(nextMs + 10), late: new Date(nextMs + 90) };
}

describe('leads that wait for nearly the same instant', () => {
  it('are batched, and none is reported as enqueued before its own instant', async () => {
    const { early, late } = closeInstants();
    const worker = startWorker(world, async ({ submissionId }, { first }) =>
      first ? { outcome: 'waits', againAt: submissionId === 'sub_1' ? early : late } : done,
    );
    await enqueue(world, ['sub_1', 'sub_2']);
    await eventually('it ran 4 times', () => worker.seen.length === 4, 10_000);
    await worker.stop();
    const again = worker.seen.slice(2);
    expect(again.map(({ enqueuedAt }) => enqueuedAt)).toEqual([late, late]);
  });
});

describe('the leads of a batch whose worker died', () => {
  it.concurrent(
    'are run one after the other, each in its own batch',
    withItsOwn(openQueue, async (world) => {
      await enqueue(world, ['sub_1', 'sub_2', 'sub_3']);
      await dieWithIt(world);
      let running = 0;
      let most = 0;
      const worker = startWorker(world, async () => {
        most = Math.max(most, ++running);
        await pause(20);
        running -= 1;
        return done;
      });
      await eventually('all three have run', () => worker.seen.length === 3 && running === 0, 25_000);
      await worker.stop();
      expect(worker.seen.map(({ trouble }) => trouble)).toEqual(['died', 'died', 'died']);
      expect(most).toBe(1);
    }),
  );

  it.concurrent(
    'are not split when the worker had not started them',
    withItsOwn(openQueue, async (world) => {
      await enqueue(world, ['sub_1', 'sub_2', 'sub_3']);
      await dieWithIt(world, { begun: false });
      const worker = startWorker(world, async () => done);
      await eventually('it ran 3 times', () => worker.seen.length === 3, 25_000);
      await worker.stop();
      expect(worker.seen.map(({ trouble }) => trouble)).toEqual([undefined, undefined, undefined]);
    }),
  );

  it.concurrent(
    'are run once each, even if the worker that split the batch died as well',
    withItsOwn(openQueue, async (world) => {
      await enqueue(world, ['sub_1', 'sub_2', 'sub_3']);
      await dieWithIt(world);
      let answer: () => void = () => undefined;
      const answered = new Promise<void>((resolve) => (answer = resolve));
      const notAnswered: Producer = {
        ...world.core.producer,
        add: async (definition, work) => {
          await world.core.producer.add(definition, work);
          await answered;
        },
      };
      const second = startWorker(world, async () => done, { through: notAnswered, concurrency: 1 });
      await eventually(
        'three batches wait',
        async () => (await world.queue.getPrioritized()).length === 3,
        25_000,
      );
      second.die();
      const third = startWorker(world, async () => done);
      await eventually('it ran 3 times', () => third.seen.length >= 3, 10_000);
      // Its batch again belongs to a dead worker.
      await eventually(
        'no batch is being worked on',
        async () => (await world.queue.getActive()).length === 0,
        25_000,
      );
      await eventually(
        'no batch waits',
        async () => (await world.queue.getPrioritized()).length === 0,
        10_000,
      );
      await third.stop();
      answer();
      await second.stop();
      expect(third.seen.map(({ submissionId }) => submissionId).sort()).toEqual(['sub_1', 'sub_2', 'sub_3']);
    }),
    60_000,
  );

  it.concurrent(
    'have waited since their own instant, if they waited for nearly the same one',
    withItsOwn(openQueue, async (world) => {
      const { early, late } = closeInstants();
      await Promise.all(
        [early, late].map((notBefore, n) =>
          world.core.producer.add(qualificationQueue, {
            payload: { tenantId: 'demo', submissionId: `sub_${n}`, generation: 0 },
            since: notBefore,
            notBefore,
            retry: { failures: 0 },
          }),
        ),
      );
      await dieWithIt(world);
      const worker = startWorker(world, async () => done);
      await eventually('it ran twice', () => worker.seen.length === 2, 25_000);
      await worker.stop();
      expect(worker.seen.map(({ trouble, enqueuedAt }) => ({ trouble, enqueuedAt }))).toEqual([
        { trouble: 'died', enqueuedAt: late },
        { trouble: 'died', enqueuedAt: late },
      ]);
    }),
  );

  it('are not batched again while they are delayed or run alone', async () => {
    const soon = new Date(Date.now() + 60_000);
    const died = { failures: 0, trouble: 'died' } as const;
    await Promise.all(
      ['sub_1', 'sub_2'].map((submissionId) =>
        world.core.producer.add(qualificationQueue, {
          payload: { tenantId: 'demo', submissionId, generation: 0 },
          since: new Date(),
          retry: died,
        }),
      ),
    );
    const worker = startWorker(world, async ({ submissionId }) => ({
      outcome: 'attempt_under_way',
      againAt: soon,
      runsAlone: submissionId === 'sub_1',
    }));
    await eventually(
      'two batches are delayed',
      async () => (await world.queue.getDelayed()).length === 2,
      10_000,
    );
    await worker.stop();
    const waiting = (await world.queue.getDelayed()).map(({ data }) => parseBatch(data));
    const retries = waiting.map(({ items, retry }) => [items, retry]);
    expect(retries).toHaveLength(2);
    expect(retries).toContainEqual([['sub_1.0'], died]);
    expect(retries).toContainEqual([['sub_2.0'], { failures: 0 }]);

    await Promise.all(
      ['sub_3', 'sub_4'].map((submissionId) =>
        world.core.producer.add(qualificationQueue, {
          payload: { tenantId: 'demo', submissionId, generation: 0 },
          since: new Date(),
          notBefore: soon,
          retry: died,
        }),
      ),
    );
    const sizes = (await world.queue.getDelayed()).map(({ data }) => parseBatch(data).items.length);
    expect(sizes).toEqual([1, 1, 1, 1]);
  });
});

describe('an unreadable job', () => {
  const batch = { tenantId: 'demo', since: 0, latest: 0 };

  it('does not keep the other leads of its batch from running, once each', async () => {
    await world.queue.add(
      name,
      { ...batch, items: ['sub_1.0', 'none of ours', 'sub_2.0'] },
      { attempts: 12 },
    );
    const worker = startWorker(world, async () => done);
    await eventually('it ran twice', () => worker.seen.length >= 2, 10_000);
    await pause(500);
    await worker.stop();
    expect(worker.seen.map(({ submissionId }) => submissionId)).toEqual(['sub_1', 'sub_2']);
    expect(await world.queue.getJobCounts('delayed', 'failed', 'active')).toEqual({
      delayed: 0,
      failed: 0,
      active: 0,
    });
  });

  it('of an older release fails at once, and other jobs run', async () => {
    const older = { tenantId: 'demo', submissionId: 'sub_1', generation: 0 };
    await world.queue.add(name, older, { jobId: 'sub_1-qualification-0', attempts: 12 });
    await enqueue(world, ['sub_2']);
    const worker = startWorker(world, async () => done);
    await eventually(
      'it ran once, and the other failed',
      async () => worker.seen.length === 1 && (await world.queue.getFailedCount()) === 1,
      10_000,
    );
    await worker.stop();
    const [failed] = await world.queue.getFailed();
    expect(failed).toMatchObject({ attemptsMade: 1, failedReason: 'not a batch of qualification' });
  });

  it('is refused when it is enqueued, and the rest of its batch is enqueued', async () => {
    const payload = { tenantId: 'demo', submissionId: 's'.repeat(700), generation: 0 };
    const tooLong = world.core.producer.add(qualificationQueue, { payload, since: new Date() });
    await expect(Promise.all([tooLong, enqueue(world, ['sub_1'])])).rejects.toThrow();
    await eventually(
      'one batch waits',
      async () => (await world.queue.getPrioritized()).length === 1,
      10_000,
    );
    const [job] = await world.queue.getPrioritized();
    expect(parseBatch(job?.data).items).toEqual(['sub_1.0']);
  });

  it('does not result from a receiver id of the greatest permitted length', async () => {
    const lane = `pixel.facebook.${'1'.repeat(500)}`;
    const payload = { tenantId: 'demo', submissionId: 'sub_1', generation: 0 };
    await world.core.producer.add(qualificationQueue, { payload, since: new Date(), lane });
    const worker = startWorker(world, async () => done);
    await eventually('it ran once', () => worker.seen.length === 1, 10_000);
    await worker.stop();
  });
});
