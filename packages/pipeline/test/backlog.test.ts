import { qualificationQueue } from '@sluice/contracts';
import { sweepTiming } from '@sluice/store';
import { setTimeout as pause } from 'node:timers/promises';
import { duringEachTest, eventually } from '@sluice/testing';
import { createRequeue } from '../src/sweep/requeue.js';
import { startSweep } from '../src/sweep/sweep.js';
import type { Core } from '../src/index.js';
import { accept, openPipeline, queued } from './pipeline.js';

// The leader's lease lasts 8 s.
const timing = sweepTiming(20_000);
// Six turns of 256 submissions take longer than that.
const TURN_MS = 1_400;
const BACKLOG = 6 * 256;

const world = duringEachTest(() => openPipeline({ sweep: timing }));

async function lose(tenantId: string, count: number): Promise<void> {
  const past = new Date(Date.now() - 60_000);
  await Promise.all(
    Array.from({ length: count }, () => accept(world.core, { tenantId, dueAt: past, acceptedAt: past })),
  );
}

/** The core with a database that takes its time over each turn of a tenant. */
function slowed({ stores, ...rest }: Core): Core {
  const { due } = stores;
  const slowly = new Proxy(due, {
    get(target, name: keyof typeof due) {
      if (name !== 'submissions') return target[name].bind(target as never);
      return async (...args: Parameters<typeof due.submissions>) => {
        const found = await target.submissions(...args);
        await pause(TURN_MS);
        return found;
      };
    },
  });
  return { ...rest, stores: { ...stores, due: slowly } };
}

const inQueue = async () => (await queued(world, qualificationQueue)).flat();

it('three processes requeue each submission of a backlog once, although the sweep takes longer than the lease of its leader', async () => {
  await lose('demo', BACKLOG);
  const sweeps = [1, 2, 3].map(() => startSweep(slowed(world.core)));
  try {
    await eventually('all are requeued', async () => new Set(await inQueue()).size === BACKLOG, 40_000);
  } finally {
    await Promise.all(sweeps.map((sweep) => sweep.stop()));
  }
  const items = await inQueue();
  expect([items.length, new Set(items).size]).toEqual([BACKLOG, BACKLOG]);
}, 90_000);

it('a sweep whose time is over resumes with the tenants that had no turn', async () => {
  for (const tenantId of ['a', 'b', 'c']) await lose(tenantId, 1);
  const requeue = createRequeue(world.core);
  const over = performance.now();
  const results = [await requeue(over), await requeue(over), await requeue(Infinity)];
  expect(results).toEqual([
    { requeued: 1, more: true },
    { requeued: 1, more: true },
    { requeued: 1, more: false },
  ]);
  expect(await inQueue()).toHaveLength(3);
});

it('one process never requeues the same work twice, although a turn takes longer than the time of its sweep', async () => {
  await lose('demo', 10);
  const requeue = createRequeue(slowed(world.core));
  const slow = requeue(performance.now() + 100);
  await pause(TURN_MS / 2);
  expect(await requeue(Infinity)).toEqual({ requeued: 0, more: false });
  expect((await slow).requeued).toBe(10);
  expect(await inQueue()).toHaveLength(10);
});

it('a sweep that never ends keeps the next one from starting only until it is given up', async () => {
  await lose('demo', 10);
  let hangs = true;
  const { stores, ...rest } = world.core;
  const tenants = () => (hangs ? new Promise<never>(() => undefined) : stores.due.tenants());
  const due = new Proxy(stores.due, {
    get: (target, name: keyof typeof stores.due) =>
      name === 'tenants' ? tenants : target[name].bind(target as never),
  });
  const requeue = createRequeue({ ...rest, stores: { ...stores, due } }, 300);
  void requeue(performance.now() + 100);
  hangs = false;
  expect(await requeue(Infinity)).toEqual({ requeued: 0, more: false });
  await pause(350);
  expect((await requeue(Infinity)).requeued).toBe(10);
});

it('one process never requeues the same work twice at the same moment', async () => {
  await lose('demo', 10);
  const requeue = createRequeue(world.core);
  const both = await Promise.all([requeue(Infinity), requeue(Infinity)]);
  expect(both.map(({ requeued }) => requeued)).toEqual([10, 0]);
  expect(await inQueue()).toHaveLength(10);
});
