import { setTimeout as pause } from 'node:timers/promises';
import { createGiveWay } from '../src/give-way.js';
import { openWorld, type World } from './world.js';

let world: World;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world.close());
afterEach(() => world.redis.flushall());

const A_CROWD = 80;

/** Puts so much of a tenant into the queues that it crowds. */
async function crowd(tenantId: string): Promise<void> {
  const { admission } = world.core.producer;
  await Promise.all(
    Array.from({ length: A_CROWD }, (_, n) =>
      admission.enter({ scope: 'submissions', tenantId, id: `sub_${n}` }),
    ),
  );
}

/** Work that takes a moment and knows how much of it ran at once at the most. */
function work() {
  let running = 0;
  let most = 0;
  const run = async () => {
    running += 1;
    most = Math.max(most, running);
    await pause(10);
    running -= 1;
  };
  return { run, most: () => most };
}

describe('giving way at intake', () => {
  it('lets a crowd go all at once while nobody else is about', async () => {
    const giveWay = createGiveWay(world.core.producer.admission);
    await crowd('a');
    const { run, most } = work();
    await Promise.all(Array.from({ length: A_CROWD }, () => giveWay('a', run)));
    expect(most()).toBe(A_CROWD);
  });

  it('lets it go in waves while others are about, who wait for none of them, and loses nothing', async () => {
    const giveWay = createGiveWay(world.core.producer.admission);
    await crowd('a');
    await giveWay('b', () => Promise.resolve());
    const { run, most } = work();
    let gone = 0;
    const going = Promise.all(
      Array.from({ length: A_CROWD }, (_, n) => giveWay('a', run).then(() => ((gone += 1), n))),
    );
    await giveWay('b', () => Promise.resolve());
    expect(gone).toBe(0);
    expect(await going).toEqual(Array.from({ length: A_CROWD }, (_, n) => n));
    expect(most()).toBeLessThan(A_CROWD);
    expect(most()).toBeGreaterThan(1);
  });

  it('tells the one whose work failed, and goes on with the rest', async () => {
    const giveWay = createGiveWay(world.core.producer.admission);
    await crowd('a');
    await giveWay('b', () => Promise.resolve());
    const told = await Promise.allSettled([
      giveWay('a', () => Promise.reject(new Error('the stores are away'))),
      giveWay('a', () => Promise.resolve('durable')),
    ]);
    expect(told).toMatchObject([
      { status: 'rejected', reason: { message: 'the stores are away' } },
      { status: 'fulfilled', value: 'durable' },
    ]);
  });
});
