import { parseBatch, routingQueue, type QueueDefinition, type StagePayload } from '@sluice/contracts';
import { UnrecoverableError, Worker, type Job } from 'bullmq';
import type { Redis } from 'ioredis';
import { startRedisCluster } from '@sluice/testing';
import { mastersOf, silentLogger, workerConnection } from '../src/index.js';
import { changeQueue } from '../src/queues/change-queue.js';
import { createFairQueue, type FairQueue } from '../src/queues/fair-queue.js';
import { openQueues, type QueueWorld } from './queue-world.js';

let world: QueueWorld;
let turns: FairQueue;
const definition: QueueDefinition<StagePayload> = routingQueue;

const since = new Date('2026-03-01T12:00:00.000Z');
const add = (tenantId: string, count: number, more: object = {}) =>
  Promise.all(
    Array.from({ length: count }, (_, n) =>
      world.producer.add(definition, {
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
/** Does what BullMQ does with delayed batches that have fallen due. */
const fallDue = async () => {
  for (const job of await world.queue.getDelayed(0, -1)) await job.promote();
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
  afterAll(() => world.close());
  beforeEach(() => world.empty());

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
      await world.empty();
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
      const connection = workerConnection(world.backends.redisUrl, silentLogger);
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
      expect(await turns.load()).toEqual({ waiting: 0, active: 0, delayed: 0, due: 0, oldestMs: 0 });
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
});
