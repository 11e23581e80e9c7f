import { parseBatch, routingQueue, type QueueDefinition, type StagePayload } from '@sluice/contracts';
import { startRedisCluster } from '@sluice/testing';
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

/** Does what a worker does with the batch whose turn it is. */
async function takeNext(): Promise<string> {
  const [job] = await world.queue.getPrioritized(0, 0);
  if (!job) return '';
  const { tenantId, lane } = parseBatch(job.data);
  await world.queue.remove(job.id ?? '');
  await turns.begin({ jobId: job.id ?? '', tenantId, lane }, job.opts.priority ?? 0);
  return tenantId;
}

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
      expect((await world.queue.getPrioritized(0, -1)).map(({ opts }) => opts.priority)).toEqual([1]);
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

    it('does not include a batch that was assigned and never enqueued', async () => {
      await turns.assign([{ jobId: 'lost-3', tenantId: 'a', sinceMs: since.getTime() }]);
      expect(await turns.waitingSince('a')).toBeUndefined();
    });
  });
});
