import { stageQueues, type SubmissionRecord } from '@sluice/contracts';
import { armFailpoint } from '@sluice/process';
import { sweepTiming } from '@sluice/store';
import { setTimeout as pause } from 'node:timers/promises';
import type { World } from '@sluice/testing/core';
import { startSweep, type RunningSweep } from '../src/sweep/sweep.js';
import { accept, openPipeline, queued } from './pipeline.js';

let world: World;
let sweeps: RunningSweep[] = [];
beforeEach(async () => {
  world = await openPipeline({ sweep: sweepTiming(4_000) });
}, 60_000);
afterEach(async () => {
  armFailpoint(undefined);
  // Do not wait for the operation that hangs.
  await Promise.race([Promise.all(sweeps.map((sweep) => sweep.stop())), pause(100)]);
  sweeps = [];
  await world.close();
});

// Each for another tenant: a submission enqueued after a batch of its tenant that still waits is taken to wait behind
// it.
const overdue = (tenantId: string) => accept(world.core, { tenantId, dueAt: new Date(Date.now() - 1_000) });

async function isRequeued({ submissionId }: SubmissionRecord, withinMs: number): Promise<boolean> {
  for (const end = performance.now() + withinMs; performance.now() < end; await pause(50)) {
    const waiting = await queued(world, stageQueues.qualification);
    if (waiting.flat().includes(`${submissionId}.0`)) return true;
  }
  return false;
}

describe('a sweep in which one operation never settles', () => {
  it('continues without a restart, and requeues overdue submissions later', async () => {
    armFailpoint('hang:after-sweep-before-later');
    const first = await overdue('a');
    sweeps.push(startSweep(world.core, 1_000));
    expect(await isRequeued(first, 15_000)).toBe(true);
    expect(await isRequeued(await overdue('b'), 20_000)).toBe(true);
  }, 60_000);

  it('is replaced by the sweep of another process', async () => {
    armFailpoint('hang:after-sweep-before-later');
    const first = await overdue('a');
    sweeps.push(startSweep(world.core, 600_000));
    expect(await isRequeued(first, 15_000)).toBe(true);
    const second = await overdue('b');
    sweeps.push(startSweep(world.core, 600_000));
    expect(await isRequeued(second, 30_000)).toBe(true);
  }, 60_000);
});
