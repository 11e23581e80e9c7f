/** Names that are opened together with the decision, and what becomes of them when there is no room. */
import { duringTests, lifetimeCount, openNamesOf } from '@sluice/testing';
import { openRoutingWorker } from './routing-worker.js';

const world = duringTests(openRoutingWorker);

async function taken(campaignId: string): Promise<number | undefined> {
  const count = lifetimeCount({ campaignId }, 1);
  return (await world.mine.counts.used([count])).get(count.name);
}

it('of 64 leads routed in one moment, as many are placed as a campaign has slots, and the others are refused', async () => {
  await world.putCampaign('MANY', [{ type: 'lifetime', cap: 41, action: 'reject' }]);
  const leads = await Promise.all(Array.from({ length: 64 }, () => world.qualified('MANY')));
  const outcomes = (await Promise.all(leads.map((lead) => world.route(lead)))).map(({ outcome }) => outcome);
  expect(outcomes.filter((outcome) => outcome === 'routed')).toHaveLength(41);
  expect(outcomes.filter((outcome) => outcome === 'rejected')).toHaveLength(23);
  expect(await taken('MANY')).toBe(41);
});

it('a lead that finds its limit full wakes no held lead', async () => {
  await world.putCampaign('FULL', [{ type: 'daily', cap: 1, action: 'queue' }]);
  expect(await world.route(await world.qualified('FULL'))).toMatchObject({ outcome: 'routed' });
  const [held, later] = [await world.qualified('FULL'), await world.qualified('FULL')];
  expect(await world.route(held)).toMatchObject({ outcome: 'held' });
  const dueAt = async () => (await world.mine.submissions.find(held.submissionId))?.dueAt;
  const untilTheNextDay = await dueAt();
  expect(untilTheNextDay!.getTime()).toBeGreaterThan(Date.now() + 3_600_000);
  expect(await world.route(later)).toMatchObject({ outcome: 'held' });
  expect(await dueAt()).toEqual(untilTheNextDay);
});

it('a released lead that finds its limit full again is held on, without another decision or an open name', async () => {
  await world.putCampaign('AGAIN', [{ type: 'daily', cap: 1, action: 'queue' }]);
  expect(await world.route(await world.qualified('AGAIN'))).toMatchObject({ outcome: 'routed' });
  const waiting = await world.qualified('AGAIN');
  expect(await world.route(waiting)).toMatchObject({ outcome: 'held' });
  for (const first of [true, false])
    expect(await world.route(waiting, 1, { first })).toMatchObject({ outcome: 'still_held' });
  expect(await world.mine.journal.find(waiting.submissionId, 'routing', 1)).toBeUndefined();
  const open = await openNamesOf(world.core.stores);
  expect(open.filter(({ name }) => name.startsWith(waiting.submissionId))).toEqual([]);
});

it('a lead that finds only one of its counts free is open in neither', async () => {
  await world.putCampaign('TWO', [{ type: 'lifetime', cap: 1, action: 'reject' }]);
  expect(await world.route(await world.qualified('TWO'))).toMatchObject({ outcome: 'routed' });
  expect(await world.route(await world.qualified('TWO'))).toMatchObject({ outcome: 'rejected' });
  expect(await taken('TWO')).toBe(1);
  const client = lifetimeCount({ clientId: 'TWO' }, 5);
  expect(await world.mine.counts.used([client])).toEqual(new Map([[client.name, 1]]));
});
