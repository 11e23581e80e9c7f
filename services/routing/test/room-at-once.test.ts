/** Slots that are reserved together with the decision, and what becomes of them when there is no room. */
import { setTimeout as pause } from 'node:timers/promises';
import { openWorld, type World } from './world.js';

let world: World;
beforeAll(async () => {
  world = await openWorld();
}, 60_000);
afterAll(() => world.close());

const taken = (campaignId: string) => world.stores.slots.taken([`campaign.${campaignId}.lifetime.all`]);

/** Routes a first lead, which founds the counters; a counter that was missing is asked at once again after a second. */
async function founded(campaignId: string): Promise<void> {
  expect(await world.route(await world.qualified(campaignId))).toMatchObject({ outcome: 'routed' });
  await pause(1_100);
}

it('of 64 leads routed in one moment, as many are placed as a campaign has slots, and the others are refused', async () => {
  await world.putCampaign('MANY', [{ type: 'lifetime', cap: 41, action: 'reject' }]);
  await founded('MANY');
  const leads = await Promise.all(Array.from({ length: 64 }, () => world.qualified('MANY')));
  const outcomes = (await Promise.all(leads.map((lead) => world.route(lead)))).map(({ outcome }) => outcome);
  expect(outcomes.filter((outcome) => outcome === 'routed')).toHaveLength(40);
  expect(outcomes.filter((outcome) => outcome === 'rejected')).toHaveLength(24);
  expect(await taken('MANY')).toEqual([41]);
});

it('a lead that finds its limit full wakes no held lead', async () => {
  await world.putCampaign('FULL', [{ type: 'daily', cap: 1, action: 'queue' }]);
  await founded('FULL');
  const [held, later] = [await world.qualified('FULL'), await world.qualified('FULL')];
  expect(await world.route(held)).toMatchObject({ outcome: 'held' });
  const dueAt = async () => (await world.stores.submissions.find(held.submissionId))?.dueAt;
  const untilTheNextDay = await dueAt();
  expect(untilTheNextDay!.getTime()).toBeGreaterThan(Date.now() + 3_600_000);
  await pause(1_100);
  expect(await world.route(later)).toMatchObject({ outcome: 'held' });
  expect(await dueAt()).toEqual(untilTheNextDay);
});

it('a lead that finds only its first counter free gives that slot back', async () => {
  await world.putCampaign('TWO', [{ type: 'lifetime', cap: 5, action: 'reject' }]);
  const client = await world.stores.clients.find('TWO');
  await world.stores.clients.put('TWO', { ...client!, settings: { maxLeadsPerDay: 1 } });
  await founded('TWO');
  expect(await world.route(await world.qualified('TWO'))).not.toMatchObject({ outcome: 'routed' });
  expect(await taken('TWO')).toEqual([1]);
});
