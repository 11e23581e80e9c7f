import { routingQueue } from '@sluice/contracts';
import { duringTests } from '@sluice/testing';
import { openQueues } from './queues.js';

const world = duringTests(() => openQueues(routingQueue));

const name = (list: string) => ({ tenantId: 'demo', list });
const lists = () => world.core.producer.lists(routingQueue);

async function listed(list: string, items: number): Promise<void> {
  await Promise.all(
    Array.from({ length: items }, (_, n) =>
      lists().add(name(list), { item: `sub_${n}.0`, sinceMs: 1_000 + n }),
    ),
  );
}

const released = async (list: string, room: number) =>
  (await lists().release(name(list), room)).released.map(({ item }) => item);

beforeEach(() => world.emptyRedis());

describe('a waiting list', () => {
  it('releases the oldest first, and no more than there is room for beside those still on their way', async () => {
    await listed('a', 5);
    expect(await released('a', 2)).toEqual(['sub_0.0', 'sub_1.0']);
    expect(await released('a', 2)).toEqual([]);
    expect(await released('a', 3)).toEqual(['sub_2.0']);
    await lists().remove(name('a'), 'sub_0.0');
    await lists().remove(name('a'), 'sub_1.0');
    expect(await released('a', 2)).toEqual(['sub_3.0']);
  });

  it('never releases a piece of work twice, however many ask at once', async () => {
    await listed('b', 50);
    const answers = await Promise.all(Array.from({ length: 8 }, () => released('b', 20)));
    expect(answers.flat()).toHaveLength(20);
  });

  it('keeps the place of what waits, and gives it back to what returns', async () => {
    await listed('c', 3);
    await lists().add(name('c'), { item: 'sub_0.0', sinceMs: 9_000 });
    expect(await released('c', 1)).toEqual(['sub_0.0']);
    await lists().add(name('c'), { item: 'sub_0.0', sinceMs: 1_000 });
    expect(await released('c', 2)).toEqual(['sub_0.0', 'sub_1.0']);
  });

  it('is found by what is on it, of its tenant only, and shown with what waits and since when', async () => {
    await listed('d', 3);
    await released('d', 1);
    const found = await lists().find('demo', ['sub_0.0', 'sub_2.0', 'sub_9.0']);
    expect([...found]).toEqual([
      ['sub_0.0', 'd'],
      ['sub_2.0', 'd'],
    ]);
    expect((await lists().find('other', ['sub_2.0'])).size).toBe(0);
    expect(await lists().show()).toContainEqual({ tenantId: 'demo', list: 'd', waiting: 2, sinceMs: 1_001 });
  });

  it('is forgotten once it is empty, and counts as work that is delayed until then', async () => {
    await listed('e', 2);
    expect(await world.core.producer.load(routingQueue)).toMatchObject({ waiting: 0, delayed: 2 });
    for (const item of ['sub_0.0', 'sub_1.0']) await lists().remove(name('e'), item);
    expect(await lists().names()).toEqual([]);
    expect(await world.redis.keys('*list*')).toEqual([]);
  });
});
