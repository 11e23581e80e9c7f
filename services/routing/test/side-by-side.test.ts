/** Concurrent routing decisions meet the same limits as consecutive ones. */
import { duringTests } from '@sluice/testing';
import { openRoutingWorker } from './routing-worker.js';

const world = duringTests(openRoutingWorker);

/** Routes this many leads at once and counts their outcomes. */
async function routeAtOnce(campaignId: string, leads: number): Promise<Record<string, number>> {
  const submissions = await Promise.all(Array.from({ length: leads }, () => world.qualified(campaignId)));
  const outcomes = await Promise.all(submissions.map((submission) => world.route(submission)));
  const counts: Record<string, number> = {};
  for (const { outcome } of outcomes) counts[outcome] = (counts[outcome] ?? 0) + 1;
  return counts;
}

it('concurrent leads are held by a full queueing limit, and none is refused for a slot that another lead releases at once', async () => {
  await world.putCampaign('BURST', [
    { type: 'lifetime', cap: 40, action: 'reject' },
    { type: 'daily', cap: 10, action: 'queue' },
  ]);
  expect(await routeAtOnce('BURST', 64)).toEqual({ routed: 10, held: 54 });
});

it('concurrent leads beyond a full rejecting limit are refused, even if a queueing limit is full as well', async () => {
  await world.putCampaign('FULL', [
    { type: 'lifetime', cap: 10, action: 'reject' },
    { type: 'daily', cap: 10, action: 'queue' },
  ]);
  expect(await routeAtOnce('FULL', 10)).toEqual({ routed: 10 });
  expect(await routeAtOnce('FULL', 54)).toEqual({ rejected: 54 });
});
