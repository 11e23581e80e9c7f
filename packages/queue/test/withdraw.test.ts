/** Planned work that gives way to new batches of the same work. */
import { parseBatch, routingQueue } from '@sluice/contracts';
import { duringTests, eventually } from '@sluice/testing';
import { createMetrics, silentLogger, workerConnection } from '@sluice/process';
import { Worker } from 'bullmq';
import { createProducer, startStage, waitingFor } from '../src/index.js';
import { openQueues } from './queues.js';

const queue = routingQueue;
const world = duringTests(() => openQueues(queue));
beforeEach(() => world.emptyRedis());

const [tenantId, lane] = ['demo', 'endpoint.acme'];
const HOUR_MS = 3_600_000;
const inAnHour = () => new Date(Date.now() + HOUR_MS);
const itemOf = (submissionId: string) => `${submissionId}.0`;

async function plan(notBefore: Date, ...submissionIds: string[]): Promise<void> {
  const add = (submissionId: string) =>
    world.core.producer.add(queue, {
      payload: { tenantId, submissionId, generation: 0 },
      since: notBefore,
      notBefore,
      lane,
      retry: { failures: 0 },
    });
  await Promise.all(submissionIds.map(add));
}

/** What a retry does. */
async function runNow(
  submissionIds: readonly string[],
  at = new Date(),
  { producer } = world.core,
): Promise<void> {
  const items = new Set(submissionIds.map(itemOf));
  await producer.withdraw(queue, { tenantId, lane, items, laterThan: at });
  await plan(at, ...submissionIds);
}

const delayed = async () => (await world.core.producer.load(queue)).delayed;
const noneDelayed = () => eventually('nothing is delayed', async () => (await delayed()) === 0, 20_000);
const waiting = () => waitingFor(queue, world.redis, { tenantId, lane });
const batches = async () => {
  const jobs = await world.queue.getJobs(['delayed', 'prioritized', 'wait']);
  return jobs.map(({ data }) => parseBatch(data).items.length).toSorted((a, b) => a - b);
};

/** The submissions that a worker has run, until as many have run as are expected, and nothing waits. */
async function ran(expected: number): Promise<readonly string[]> {
  const seen: string[] = [];
  const connection = workerConnection(world.redisUrl, silentLogger);
  const run = async ({ submissionId }: { readonly submissionId: string }) => {
    seen.push(submissionId);
    return { outcome: 'done' };
  };
  const { producer } = world.core;
  const surroundings = { connection, producer, log: silentLogger, metrics: createMetrics('test') };
  const running = startStage(
    { queue, budgetMs: 10_000, run },
    {},
    { ...surroundings, now: () => new Date() },
  );
  try {
    await eventually('they have run', async () => seen.length >= expected && (await waiting()) === 0, 20_000);
  } finally {
    await running.close();
    connection.disconnect();
  }
  return seen.toSorted();
}

it('work that is enqueued anew runs once, joined, and nothing of it waits or is delayed afterwards', async () => {
  for (const one of ['sub_1', 'sub_2', 'sub_3']) await plan(inAnHour(), one);
  await plan(inAnHour(), 'sub_4', 'sub_5');
  expect(await delayed()).toBe(5);
  const all = ['sub_1', 'sub_2', 'sub_3', 'sub_4', 'sub_5'];
  await runNow(all);
  expect(await batches()).toEqual([5]);
  expect(await waiting()).toBe(5);
  await noneDelayed();
  expect(await ran(5)).toEqual(all);
  expect(await delayed()).toBe(0);
});

it('work is known to wait since the instant for which it is enqueued anew, not the one planned before', async () => {
  await plan(inAnHour(), 'sub_1');
  const at = new Date();
  await runNow(['sub_1'], at);
  expect(await world.core.producer.waitingSince(queue, tenantId, lane)).toBeLessThanOrEqual(at.getTime());
  await eventually(
    'its wait shows',
    async () => (await world.core.producer.load(queue)).oldestMs > 0,
    20_000,
  );
});

it('a batch that holds other work too stays until its time', async () => {
  await plan(inAnHour(), 'sub_1', 'sub_2');
  await runNow(['sub_1']);
  expect(await batches()).toEqual([1, 2]);
  await eventually('only that batch is delayed', async () => (await delayed()) === 2, 20_000);
});

it('a batch that a worker has taken meanwhile is left to it', async () => {
  await plan(new Date(), 'sub_1');
  const connection = workerConnection(world.redisUrl, silentLogger);
  let [isTaken, finish] = [false, (): void => undefined];
  const finished = new Promise<void>((resolve) => (finish = resolve));
  const take = async () => {
    isTaken = true;
    await finished;
  };
  const worker = new Worker(queue.name, take, { connection, prefix: queue.prefix, skipVersionCheck: true });
  worker.on('error', () => undefined);
  try {
    await eventually('it is taken', () => isTaken, 20_000);
    // It is listed as delayed still, as a batch is that was taken right after the list was read.
    const [job] = await world.queue.getActive();
    await world.redis.zadd(`${queue.prefix}:later`, inAnHour().getTime(), job?.id ?? '');
    await world.core.producer.withdraw(queue, {
      ...{ tenantId, lane, items: new Set([itemOf('sub_1')]) },
      laterThan: new Date(),
    });
    expect(await world.queue.getActiveCount()).toBe(1);
    expect(await waiting()).toBe(1);
  } finally {
    finish();
    await worker.close();
    connection.disconnect();
  }
});

it('a batch that disappeared, and an emptied Redis, do not keep work from being enqueued anew', async () => {
  await plan(inAnHour(), 'sub_1');
  for (const job of await world.queue.getDelayed()) await job.remove();
  await runNow(['sub_1']);
  expect(await batches()).toEqual([1]);
  await plan(inAnHour(), 'sub_2');
  await world.emptyRedis();
  await runNow(['sub_2']);
  expect(await batches()).toEqual([1]);
  expect(await ran(1)).toEqual(['sub_2']);
});

it('what runs about as soon stays, and what is planned for another receiver', async () => {
  const at = new Date(Date.now() + HOUR_MS);
  await plan(new Date(at.getTime() + 500), 'sub_1');
  await world.core.producer.withdraw(queue, {
    ...{ tenantId, lane, items: new Set([itemOf('sub_1')]) },
    laterThan: at,
  });
  await world.core.producer.withdraw(queue, {
    ...{ tenantId, lane: 'endpoint.other', items: new Set([itemOf('sub_1')]) },
    laterThan: new Date(),
  });
  expect(await batches()).toEqual([1]);
});

it('several callers at once leave nothing delayed, and lose nothing', async () => {
  const all = Array.from({ length: 20 }, (_, n) => `sub_${10 + n}`);
  for (const one of all) await plan(inAnHour(), one);
  const connection = workerConnection(world.redisUrl, silentLogger);
  const other = createProducer(connection);
  try {
    await eventually('the other process is connected', () => connection.status === 'ready', 20_000);
    const at = new Date();
    const later = new Date(at.getTime() + 7);
    const core = { ...world.core, producer: other };
    await Promise.all([runNow(all, at), runNow(all, later, core), runNow(all, at)]);
  } finally {
    await other.close();
    connection.disconnect();
  }
  await noneDelayed();
  expect([...new Set(await ran(all.length))]).toEqual(all);
  expect(await delayed()).toBe(0);
});
