import { qualificationQueue, type Campaign } from '@sluice/contracts';
import { newId } from '@sluice/process';
import { sweepTiming } from '@sluice/store';
import { duringTests, eventually } from '@sluice/testing';
import { createIntake } from '../src/index.js';
import { startSweep } from '../src/sweep/sweep.js';
import { openPipeline, queued } from './pipeline.js';

const FIRST_LOOK_MS = 1_000;

const world = duringTests(() => openPipeline({ sweep: sweepTiming(FIRST_LOOK_MS) }));

it('a lead whose job was lost is requeued after SWEEP_AFTER_SECONDS', async () => {
  const submissionId = newId('submission');
  const intake = createIntake(world.core);
  const campaign = { campaignId: 'ACMRU', clientId: 'cli_1', offerId: 'off_1' } as Campaign;
  const ids = { tenantId: 'demo', leadId: newId('lead'), submissionId };
  await intake.acceptNew({ ...ids, kind: 'submit', campaign, data: {}, search: [], isTest: false });
  await intake.offered();
  await world.emptyRedis();

  const sweep = startSweep(world.core);
  const isRequeued = async () =>
    (await queued(world, qualificationQueue)).flat().includes(`${submissionId}.0`);
  try {
    // With the default timing this would take more than twenty seconds.
    await eventually('it is requeued', isRequeued, 10_000);
  } finally {
    await sweep.stop();
  }
}, 30_000);
