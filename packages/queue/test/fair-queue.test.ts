import { parseBatch, routingQueue, type QueueDefinition, type StagePayload } from '@sluice/contracts';
import { UnrecoverableError, Worker, type Job } from 'bullmq';
import fc from 'fast-check';
import type { Redis } from 'ioredis';
import { eventually, startRedisCluster } from '@sluice/testing';
import { mastersOf, silentLogger, workerConnection, type RedisConnection } from '@sluice/process';
import { changeQueue } from '../src/change-queue.js';
import { createFairQueue, type BatchRef, type FairQueue } from '../src/fair-queue.js';
import { UNASSIGNED } from '../src/fair-queue-scripts.js';
import { openQueues, type Queues } from './queues.js';

let world: Queues;
let turns: FairQueue;
const definition: QueueDefinition<StagePayload> = routingQueue;

const since = new Date('2026-03-01T12:00:00.000Z');
const add = (tenantId: string, count: number, more: object = {}) =>
  Promise.all(
    Array.from({ length: count }, (_, n) =>
      world.core.producer.add(definition, {
        payload: { tenantId, submissionId: `sub_${n}`, generation: 0 },
        since,
        ...more,
      }),
    ),
  );
const waiting = async () => (await world.queue.getPrioritized(0, -1)).map((job) => parseBatch(job.data));
const order = async () => (await waiting()).map(({ tenantId }) => tenantId).join('');

/** Takes the batch whose turn it is from the queue; `begin` does what a worker does when it starts the batch. */
async function take(): Promise<{ readonly tenantId: string; readonly begin: () => Promise<void> }> {
  const [job] = await world.queue.getPrioritized(0, 0);
  if (!job) return { tenantId: '', begin: async () => undefined };
  const { tenantId, lane } = parseBatch(job.data);
  await world.queue.remove(job.id ?? '');
  const begin = () => turns.begin({ jobId: job.id ?? '', tenantId, lane }, job.priority);
  return { tenantId, begin };
}

async function takeNext(): Promise<string> {
  const { tenantId, begin } = await take();
  await begin();
  return tenantId;
}

const later = () => ({ notBefore: new Date(Date.now() + 600_000) });
/** Makes delayed batches due, as an operator does. */
const fallDue = async () => {
  for (const job of await world.queue.getDelayed(0, -1)) {
    await job.promote();
    await turns.defer({ jobId: job.id ?? '' });
  }
};
const priorities = async () => (await world.queue.getPrioritized(0, -1)).map(({ priority }) => priority);

describe.each([
  ['one server', undefined],
  ['a Cluster of three masters', startRedisCluster],
])('on %s', (_kind, redisOf) => {
  beforeAll(async () => {
    world = await openQueues(definition, redisOf);
    turns = createFairQueue(world.redis, definition);
  }, 60_000);
  const closeLater: RedisConnection[] = [];
  afterAll(async () => {
    for (const connection of closeLater) connection.disconnect();
    await world.close();
  });
  beforeEach(() => world.emptyRedis());

  describe('leads enqueued in one moment', () => {
    it('form batches of at most 64 leads of one tenant, in their order', async () => {
      await add('a', 100);
      const batches = await waiting();
      expect(batches.map(({ items }) => items.length)).toEqual([64, 36]);
      expect(batches.flatMap(({ items }) => items)).toEqual(
        Array.from({ length: 100 }, (_, n) => `sub_${n}.0`),
      );
    });

    it('are in their batch once, although they were enqueued twice', async () => {
      await Promise.all([add('a', 3), add('a', 3)]);
      expect((await waiting()).map(({ items }) => items)).toEqual([['sub_0.0', 'sub_1.0', 'sub_2.0']]);
    });

    it('are in separate batches by tenant, by receiver and by due time', async () => {
      const notBefore = new Date(Date.now() + 60_000);
      await Promise.all([
        add('a', 2, { lane: 'endpoint.one' }),
        add('a', 3, { lane: 'endpoint.two' }),
        add('b', 4),
        add('b', 5, { notBefore }),
      ]);
      const sizes = (await waiting()).map(({ items }) => items.length);
      expect(sizes.sort()).toEqual([2, 3, 4]);
      expect((await world.queue.getDelayed()).map(({ data }) => parseBatch(data).items.length)).toEqual([5]);
      expect(await turns.load()).toMatchObject({ waiting: 9, delayed: 5, active: 0 });
    });
  });

  describe('leads enqueued after Redis was in trouble', () => {
    const onEveryMaster = (act: (master: Redis) => Promise<unknown>) =>
      Promise.all(mastersOf(world.redis).map(act));

    it('get their turns although Redis has forgotten all scripts', async () => {
      await add('a', 2);
      await onEveryMaster((master) => master.script('FLUSH'));
      await add('b', 1);
      await add('c', 1, later());
      expect(await order()).toBe('ab');
      expect(await priorities()).toEqual([1, 1]);
      expect(await turns.waitingSince('c')).toBe(since.getTime());
    });

    it('get their turns although Redis had no memory for earlier ones', async () => {
      await onEveryMaster((master) => master.script('FLUSH'));
      await onEveryMaster((master) => master.config('SET', 'maxmemory', '1'));
      await expect(add('a', 1)).rejects.toThrow(/OOM/);
      await onEveryMaster((master) => master.config('SET', 'maxmemory', '0'));
      await add('b', 1);
      await add('c', 1, later());
      expect(await order()).toBe('b');
      expect(await turns.waitingSince('c')).toBe(since.getTime());
    });

    it('keep the turn that they have when they are enqueued again under the same name', async () => {
      await add('a', 1, { name: 'one' });
      await add('b', 1);
      await add('a', 1, { name: 'one' });
      expect(await order()).toBe('ab');
    });
  });

  describe('tenants take turns batch by batch', () => {
    it('however many batches each has, and a new tenant waits for at most one batch of each other', async () => {
      await add('a', 64 * 5);
      await add('b', 64 * 2);
      expect(await order()).toBe('ababaaa');
      expect([await takeNext(), await takeNext(), await takeNext()].join('')).toBe('aba');
      await add('c', 1);
      expect(await order()).toBe('bacaa');
    });

    it('and the turns start from zero when the queue is empty or Redis was emptied', async () => {
      await add('a', 64 * 2);
      await takeNext();
      await takeNext();
      expect(await world.redis.exists(`${definition.prefix}:turns`)).toBe(0);
      await add('a', 1);
      await world.emptyRedis();
      await add('b', 1);
      expect(await priorities()).toEqual([1]);
    });

    it('and a retry that falls due does not wait behind what others enqueued since the queue was last empty', async () => {
      await add('a', 64 * 5);
      await add('a', 1, later());
      for (let taken = 0; taken < 5; taken += 1) await takeNext();
      await add('b', 64 * 8);
      await fallDue();
      expect((await order()).slice(0, 2)).toContain('a');
    });

    it('and a new tenant goes next although a batch taken before a flood of another begins during it', async () => {
      await add('a', 64 * 5);
      const held = [await take(), await take(), await take(), await take(), await take()];
      await held[0]?.begin();
      await add('b', 64 * 8);
      for (const { begin } of held) await begin();
      await add('c', 1);
      expect((await order()).slice(0, 3)).toContain('c');
    });

    it("and a tenant's retries that are not due delay none of its new batches", async () => {
      for (let n = 0; n < 5; n += 1) await add('a', 1, later());
      await add('b', 64 * 3);
      await add('a', 1);
      expect(await order()).toBe('babb');
    });

    it("and many retries of one tenant that fall due at once take turns with another's new batches", async () => {
      await add('a', 64 * 3, later());
      await add('b', 64 * 3);
      await fallDue();
      expect(await order()).toBe('bababa');
    });

    it("and the retries that an operator promotes take turns with another tenant's batches", async () => {
      await add('a', 130, later());
      await add('b', 1);
      expect(await changeQueue(definition, 'promote', world.redis)).toBe(3);
      expect([...(await order())].sort().join('')).toBe('aaab');
    });

    it('and the failed batches that an operator retries keep their turns', async () => {
      await add('b', 64 * 2);
      await add('a', 64 * 2);
      const connection = workerConnection(world.redisUrl, silentLogger);
      const failing = new Worker(definition.name, async () => Promise.reject(new UnrecoverableError('odd')), {
        connection,
        prefix: definition.prefix,
        autorun: false,
      });
      for (let n = 0; n < 2; n += 1) {
        const job = (await failing.getNextJob('token')) as Job;
        await job.moveToFailed(new UnrecoverableError('odd'), 'token');
      }
      await failing.close();
      connection.disconnect();
      expect(await order()).toBe('ba');
      expect(await changeQueue(definition, 'retry', world.redis)).toBe(2);
      expect(await order()).toMatch(/^(ab|ba)ba$/);
    });

    it('and the turns start from zero with retries left, long before the greatest priority is reached', async () => {
      await add('a', 1, later());
      await turns.begin({ jobId: 'sub_1-1', tenantId: 'a' }, 2_097_152 / 2 + 1);
      await add('b', 1);
      expect(await priorities()).toEqual([1]);
    });
  });

  describe('the load', () => {
    const soon = (ms: number) => ({ notBefore: new Date(Date.now() + ms) });
    const figures = async () => {
      const { waiting, active, delayed } = await turns.load();
      return [waiting, active, delayed];
    };
    const list = (state: string) => `${definition.prefix}:${definition.name}:${state}`;
    /** A worker takes the next batch, as BullMQ notes it. */
    async function takeIntoWork(): Promise<BatchRef & { readonly jobId: string; readonly priority: number }> {
      const [job] = await world.queue.getPrioritized(0, 0);
      if (job?.id === undefined) throw new Error('nothing waits');
      await world.redis.zrem(list('prioritized'), job.id);
      await world.redis.lpush(list('active'), job.id);
      const { tenantId, lane } = parseBatch(job.data);
      return { jobId: job.id, tenantId, lane, priority: job.priority };
    }

    it('is that of all leads, wherever their batches are', async () => {
      await add('a', 100, { lane: 'endpoint.one' });
      await add('b', 7);
      await add('c', 30, later());
      expect(await figures()).toEqual([107, 0, 30]);
      const taken = await takeIntoWork();
      expect(await figures()).toEqual([43, 64, 30]);
      await turns.begin(taken, taken.priority);
      expect(await figures()).toEqual([43, 64, 30]);
      // The check for stalled jobs puts the batch of a dead worker here.
      await world.redis.lrem(list('active'), 1, taken.jobId);
      await world.redis.rpush(list('wait'), taken.jobId);
      expect(await figures()).toEqual([107, 0, 30]);
      await world.redis.del(list('wait'));
      expect(await figures()).toEqual([43, 0, 30]);
      expect(await turns.waitingIn('a', 'endpoint.one')).toBe(36);
      expect(await turns.waitingIn('a')).toBe(0);
      await fallDue();
      expect(await figures()).toEqual([73, 0, 0]);
    });

    it('counts a lead as waiting for a worker from its instant on, although no worker runs', async () => {
      await add('a', 5, soon(300));
      await add('a', 70, later());
      expect(await figures()).toEqual([0, 0, 75]);
      await eventually(
        'the figures are read anew',
        async () => (await figures()).join() === '5,0,70',
        10_000,
      );
    });

    it('does not count a batch that waits for its receiver as waiting for a worker', async () => {
      await add('a', 9, { lane: 'endpoint.one' });
      const taken = await takeIntoWork();
      await world.redis.lrem(list('active'), 1, taken.jobId);
      const untilMs = Date.now() + 30_000;
      await world.redis.zadd(list('delayed'), untilMs * 0x1000, taken.jobId);
      await turns.defer(taken, untilMs);
      expect(await figures()).toEqual([0, 0, 9]);
      await turns.begin(taken, taken.priority);
      // As if it came late.
      await turns.defer(taken, untilMs);
      await world.redis.del(list('delayed'));
      expect(await figures()).toEqual([0, 0, 0]);
    });

    it('is what the lists of the queue say, whatever was added, taken, started, finished, lost or promoted', async () => {
      const step = fc.oneof(
        fc.record({
          kind: fc.constant('add' as const),
          tenantId: fc.constantFrom('a', 'b'),
          leads: fc.integer({ min: 1, max: 130 }),
          isLater: fc.boolean(),
        }),
        fc.record({ kind: fc.constantFrom('take', 'begin', 'finish', 'die', 'promote') }),
      );
      await fc.assert(
        fc.asyncProperty(fc.array(step, { maxLength: 12 }), async (steps) => {
          await world.emptyRedis();
          const taken: Awaited<ReturnType<typeof takeIntoWork>>[] = [];
          const begun: string[] = [];
          for (const one of steps) {
            const batch = taken[0];
            if (one.kind === 'add') await add(one.tenantId, one.leads, one.isLater ? later() : {});
            else if (one.kind === 'promote') await fallDue();
            else if (one.kind === 'take') {
              if ((await world.queue.getPrioritizedCount()) > 0) taken.push(await takeIntoWork());
            } else if (one.kind === 'begin' && batch) {
              await turns.begin(batch, batch.priority);
              begun.push(batch.jobId);
              taken.shift();
            } else if (one.kind === 'die' && batch) {
              await world.redis.lrem(list('active'), 1, batch.jobId);
              await world.redis.rpush(list('wait'), batch.jobId);
              taken.shift();
            } else if (one.kind === 'finish') {
              const done = begun.shift();
              if (done !== undefined) await world.redis.lrem(list('active'), 1, done);
            }
          }
          expect(await figures()).toEqual(await counted());
        }),
        { numRuns: 40 },
      );
    }, 60_000);

    async function counted(): Promise<number[]> {
      const [prioritized, delayed, wait, active] = await Promise.all([
        ...['prioritized', 'delayed'].map((state) => world.redis.zrange(list(state), '0', '-1')),
        ...['wait', 'active'].map((state) => world.redis.lrange(list(state), 0, -1)),
      ]);
      const leads = (ids: readonly string[] = []) =>
        ids.reduce((sum, id) => sum + Number(id.slice(id.lastIndexOf('-') + 1)), 0);
      return [leads(prioritized) + leads(wait), leads(active), leads(delayed)];
    }

    it('stays right when batches disappear, come from elsewhere, or Redis is emptied', async () => {
      await add('a', 64 * 3);
      for (const job of await world.queue.getPrioritized(0, 1)) await world.queue.remove(job.id ?? '');
      expect(await figures()).toEqual([64, 0, 0]);
      await world.queue.remove((await world.queue.getPrioritized(0, 0))[0]?.id ?? '');
      expect(await figures()).toEqual([0, 0, 0]);
      await world.queue.add('foreign', {}, { priority: 5 });
      expect(await figures()).toEqual([1, 0, 0]);
      await add('a', 3);
      const taken = await takeIntoWork();
      await world.emptyRedis();
      await turns.begin(taken, taken.priority);
      expect(await figures()).toEqual([0, 0, 0]);
      await add('b', 2);
      expect(await figures()).toEqual([2, 0, 0]);
    });
  });

  describe('the time since when a tenant waits in a lane', () => {
    it('is known until a worker takes its oldest batch', async () => {
      const later = new Date(since.getTime() + 5_000);
      await add('a', 1, { lane: 'endpoint.one' });
      await add('a', 1, { lane: 'endpoint.one', since: later });
      expect(await turns.waitingSince('a', 'endpoint.one')).toBe(since.getTime());
      expect(await turns.waitingSince('a')).toBeUndefined();
      expect(await turns.waitingSince('b', 'endpoint.one')).toBeUndefined();
      await takeNext();
      expect(await turns.waitingSince('a', 'endpoint.one')).toBe(later.getTime());
      expect((await turns.load()).oldestMs).toBeGreaterThan(0);
      await takeNext();
      expect(await turns.waitingSince('a', 'endpoint.one')).toBeUndefined();
      expect(await turns.load()).toEqual({ waiting: 0, active: 0, delayed: 0, oldestMs: 0 });
    });

    it('includes a batch whose worker died before it started it', async () => {
      await add('a', 1, { lane: 'endpoint.one' });
      const [job] = await world.queue.getPrioritized(0, 0);
      // The check for stalled jobs puts such a job here.
      await world.redis.zrem(`${definition.prefix}:${definition.name}:prioritized`, job?.id ?? '');
      await world.redis.rpush(`${definition.prefix}:${definition.name}:wait`, job?.id ?? '');
      expect(await turns.waitingSince('a', 'endpoint.one')).toBe(since.getTime());
      expect((await turns.load()).oldestMs).toBeGreaterThan(0);
    });

    it('does not include a batch that was removed from the queue before any worker took it', async () => {
      await add('a', 1);
      const [job] = await world.queue.getPrioritized(0, 0);
      await world.queue.remove(job?.id ?? '');
      expect(await turns.waitingSince('a')).toBeUndefined();
    });
  });

  it('the load costs Redis as little with 20,000 waiting batches as with 100', async () => {
    const many = 20_000;
    // A connection that waits for a busy machine.
    const patient = workerConnection(world.redisUrl, silentLogger);
    closeLater.push(patient);
    // The shortest of many, because on a busy machine each may be interrupted.
    const leastUs = async () => {
      const each: number[] = [];
      for (let n = 0; n < 50; n += 1) {
        await Promise.all(mastersOf(patient).map((master) => master.config('RESETSTAT')));
        await createFairQueue(patient, definition).load();
        const stats = await Promise.all(mastersOf(patient).map((master) => master.info('commandstats')));
        const script = /cmdstat_evalsha:calls=\d+,usec=(\d+)/.exec(stats.join('\n'));
        each.push(Number(script?.[1] ?? Infinity));
      }
      return Math.min(...each);
    };
    const key = (name: string) => `${definition.prefix}:${definition.name}:${name}`;
    // What a producer writes.
    async function each(from: number, count: number, untilMs?: number): Promise<void> {
      const pipeline = patient.pipeline();
      const batches = Array.from({ length: count }, (_, n) => ({
        jobId: `id${from + n}-1`,
        tenantId: 'a',
        lane: `endpoint.${(from + n) % 50}`,
        sinceMs: Date.now(),
        untilMs,
      }));
      for (const { jobId } of batches) {
        pipeline.hset(key(jobId), { priority: UNASSIGNED });
        if (untilMs === undefined) pipeline.zadd(key('prioritized'), UNASSIGNED * 0x100000000, jobId);
        else pipeline.zadd(key('delayed'), untilMs * 0x1000, jobId);
      }
      const assigning = {
        runCommand: (name: string, args: unknown[]) => {
          (pipeline as unknown as Record<string, (...args: unknown[]) => unknown>)[name]?.(...args);
        },
      };
      createFairQueue(patient, definition).assign(assigning as never, batches);
      for (const [error] of (await pipeline.exec()) ?? []) if (error) throw error;
    }
    const later = Date.now() + 600_000;
    await each(0, 50);
    await each(50, 50, later);
    const few = await leastUs();
    expect(await turns.load()).toMatchObject({ waiting: 50, delayed: 50 });
    for (let from = 100; from < 100 + many; from += 1_000) {
      await each(from, 500);
      await each(from + 500, 500, later);
    }
    // Reading the ids of all would take a hundred times as long.
    expect(await leastUs()).toBeLessThan(3 * few + 100);
    expect(await turns.load()).toMatchObject({ waiting: 50 + many / 2, delayed: 50 + many / 2 });
  }, 80_000);
});
