import { parseBatch, routingQueue } from '@sluice/contracts';
import { duringTests } from '@sluice/testing';
import type { World } from '@sluice/testing/core';
import { conclude, type AtStage, type Core } from '../src/index.js';
import { accept, openPipeline } from './pipeline.js';

const world = duringTests(openPipeline);

/** How the routing batches say that earlier runs of their leads ended. */
async function retriesInRouting({ redis }: World) {
  const key = `${routingQueue.prefix}:${routingQueue.name}`;
  const jobIds = await redis.zrange(`${key}:prioritized`, '0', '-1');
  const data = await Promise.all(jobIds.map((jobId) => redis.hget(`${key}:${jobId}`, 'data')));
  return data.map((one) => parseBatch(JSON.parse(one ?? '')).retry);
}

async function qualifyOnce(core: Core, loaded: AtStage<'qualification'>): Promise<void> {
  await conclude(core, loaded, { kind: 'qualified', trace: [] });
}

it('when a second worker advances a lead, its job for the next stage is not marked as a first run', async () => {
  const submission = await accept(world.core);
  const stores = world.core.stores.forTenant(submission.tenantId);
  const loaded = { stage: 'qualification', generation: 0, submission, stores } as const;
  await qualifyOnce(world.core, loaded);
  expect(await retriesInRouting(world)).toEqual([undefined]);
  // A second worker with the same lead: by now the lead may have taken slots and left routing.
  await qualifyOnce(world.core, loaded);
  expect(await retriesInRouting(world)).toEqual([undefined, { failures: 0 }]);
});
