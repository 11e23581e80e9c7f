import { stageQueues, type SubmissionRecord } from '@sluice/contracts';
import { armFailpoint } from '@sluice/runtime';
import { setTimeout as pause } from 'node:timers/promises';
import { startSweep, type RunningSweep } from '../src/sweep.js';
import { accept, openWorld, type World } from './world.js';

let world: World;
let sweeps: RunningSweep[] = [];
beforeEach(async () => {
  world = await openWorld();
}, 60_000);
afterEach(async () => {
  armFailpoint(undefined);
  // What hangs is not waited for.
  await Promise.race([Promise.all(sweeps.map((sweep) => sweep.stop())), pause(100)]);
  sweeps = [];
  await world.close();
});

const overdue = () => accept(world.core, { dueAt: new Date(Date.now() - 1_000) });

async function isBrought({ tenantId, submissionId }: SubmissionRecord, withinMs: number): Promise<boolean> {
  for (const end = performance.now() + withinMs; performance.now() < end; await pause(50)) {
    const payloads = [{ tenantId, submissionId, generation: 0 }];
    if ((await world.core.producer.inHand(stageQueues.qualification, payloads)) > 0) return true;
  }
  return false;
}

describe('a sweep in which something never ends', () => {
  it('goes on by itself, and brings what is overdue later', async () => {
    armFailpoint('hang:after-sweep-before-later');
    const first = await overdue();
    sweeps.push(startSweep(world.core, 1_000));
    expect(await isBrought(first, 15_000)).toBe(true);
    expect(await isBrought(await overdue(), 20_000)).toBe(true);
  }, 60_000);

  it('is replaced by the sweep of another process', async () => {
    armFailpoint('hang:after-sweep-before-later');
    const first = await overdue();
    sweeps.push(startSweep(world.core, 600_000));
    expect(await isBrought(first, 15_000)).toBe(true);
    const second = await overdue();
    sweeps.push(startSweep(world.core, 600_000));
    expect(await isBrought(second, 30_000)).toBe(true);
  }, 60_000);
});
