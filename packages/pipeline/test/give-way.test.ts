import { qualificationQueue, type StagePayload } from '@sluice/contracts';
import { setTimeout as pause } from 'node:timers/promises';
import { bringInTurns } from '../src/bring.js';
import { createGiveWay } from '../src/give-way.js';
import { createWaves } from '../src/waves.js';
import { accept, openWorld, type World } from './world.js';

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
  it('lets a crowd go in waves while others are about, who wait for none of them, and loses nothing', async () => {
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

  it('lets nobody wait for seconds behind a crowd that is as large as stores are slow', async () => {
    const giveWay = createGiveWay(world.core.producer.admission);
    await crowd('a');
    await giveWay('b', () => Promise.resolve());
    const others = setInterval(() => void giveWay('b', () => Promise.resolve()), 100);
    const startedAt = performance.now();
    const slow = () => pause(300);
    // In waves alone, with the rests between them, it would take half a minute.
    await Promise.all(Array.from({ length: 400 }, () => giveWay('a', slow))).finally(() =>
      clearInterval(others),
    );
    expect(performance.now() - startedAt).toBeLessThan(15_000);
  });

  it('lets a crowd go all at once while nobody else is about, whatever it posted before it was one', async () => {
    const giveWay = createGiveWay(world.core.producer.admission);
    await giveWay('a', () => Promise.resolve());
    await crowd('a');
    const { run, most } = work();
    await Promise.all(Array.from({ length: A_CROWD }, () => giveWay('a', run)));
    expect(most()).toBe(A_CROWD);
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

describe('giving way in the queues', () => {
  const { prefix, name } = qualificationQueue;
  const states = ['wait', 'prioritized'] as const;
  const queued = async () => {
    const { redis } = world;
    const counts = await Promise.all([
      redis.llen(`${prefix}:${name}:${states[0]}`),
      redis.zcard(`${prefix}:${name}:${states[1]}`),
    ]);
    return counts[0] + counts[1];
  };
  /** What a worker does with all that waits. */
  const work = async () => {
    const { redis } = world;
    const jobs = await redis.keys(`${prefix}:${name}:sub_*`);
    await redis.del(...states.map((state) => `${prefix}:${name}:${state}`), ...jobs);
  };

  it('what was left behind goes in waves while others are about, and all at once when they are gone', async () => {
    const { core, redis } = world;
    const waves = createWaves<StagePayload>();
    const shares = [['submissions', 'c']] as const;
    const bring = () => bringInTurns(core, shares, waves);
    const acceptedAt = new Date(Date.now() - 60_000);
    await Promise.all(
      Array.from({ length: 100 }, () => accept(world.core, { tenantId: 'c', acceptedAt, dueAt: acceptedAt })),
    );
    await core.producer.admission.noteBacklog(shares);
    await redis.zadd('{sluice-admission}:quiet', Date.now() + 60_000, 'submissions d');

    expect(await bring()).toMatchObject([{ leftBehind: true }]);
    const first = await queued();
    expect(first).toBeGreaterThan(0);
    expect(first).toBeLessThan(50);
    // What is not looked at is neither called empty nor noted again.
    expect(await bring()).toEqual([]);
    expect(await queued()).toBe(first);
    await work();
    for (let looks = 0; looks < 3 && (await queued()) === 0; looks += 1) await bring();
    const second = await queued();
    expect(second).toBeGreaterThan(0);
    expect(second).toBeLessThan(50);

    await redis.zrem('{sluice-admission}:quiet', 'submissions d'); // some seconds later
    expect(await bring()).toMatchObject([{ leftBehind: false }]);
    expect(await queued()).toBe(100 - first);
  });

  it('is for what was left behind alone: what others have overdue is brought at once, and does not make them a crowd', async () => {
    const { core, redis } = world;
    const waves = createWaves<StagePayload>();
    const acceptedAt = new Date(Date.now() - 60_000);
    for (const tenantId of ['e', ...Array.from({ length: 30 }, () => 'f')])
      await accept(core, { tenantId, acceptedAt, dueAt: acceptedAt });
    await core.producer.admission.noteBacklog([['submissions', 'f']]);
    await redis.zadd('{sluice-admission}:quiet', Date.now() + 60_000, 'submissions e');
    const shares = [
      ['submissions', 'e'],
      ['submissions', 'f'],
    ] as const;
    expect(await bringInTurns(core, shares, waves)).toMatchObject([
      { brought: 1, leftBehind: false },
      { leftBehind: true },
    ]);
    // While the wave is under way, and to whoever sweeps without waves, only the others are there.
    await accept(core, { tenantId: 'e', acceptedAt, dueAt: acceptedAt });
    expect(await bringInTurns(core, shares, waves)).toMatchObject([{ brought: 1, leftBehind: false }]);
    await accept(core, { tenantId: 'e', acceptedAt, dueAt: acceptedAt });
    expect(await bringInTurns(core, shares)).toMatchObject([{ brought: 1, leftBehind: false }]);
  });
});
