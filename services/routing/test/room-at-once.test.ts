/** Slots that are reserved together with the decision, and what becomes of them when there is no room. */
import { slotName } from '@sluice/contracts';
import { openWorld, type World } from './world.js';

let world: World;
beforeAll(async () => {
  world = await openWorld();
}, 60_000);
afterAll(() => world.close());

const taken = (campaignId: string) => world.stores.slots.taken([`campaign.${campaignId}.lifetime.all`]);

it('of 64 leads routed in one moment, as many are placed as a campaign has slots, and the others are refused', async () => {
  await world.putCampaign('MANY', [{ type: 'lifetime', cap: 40, action: 'reject' }]);
  const leads = await Promise.all(Array.from({ length: 64 }, () => world.qualified('MANY')));
  const outcomes = (await Promise.all(leads.map((lead) => world.route(lead)))).map(({ outcome }) => outcome);
  expect(outcomes.filter((outcome) => outcome === 'routed')).toHaveLength(40);
  expect(outcomes.filter((outcome) => outcome === 'rejected')).toHaveLength(24);
  expect(await taken('MANY')).toEqual([40]);
});

it('a lead that finds its limit full wakes no held lead', async () => {
  await world.putCampaign('FULL', [{ type: 'daily', cap: 1, action: 'queue' }]);
  const [first, held, later] = [
    await world.qualified('FULL'),
    await world.qualified('FULL'),
    await world.qualified('FULL'),
  ];
  expect(await world.route(first)).toMatchObject({ outcome: 'routed' });
  expect(await world.route(held)).toMatchObject({ outcome: 'held' });
  const dueAt = async () => (await world.stores.submissions.find(held.submissionId))?.dueAt;
  const untilTheNextDay = await dueAt();
  expect(await world.route(later)).toMatchObject({ outcome: 'held' });
  expect(await dueAt()).toEqual(untilTheNextDay);
});

it('a lead that found only its first counter free gives that slot back, and a lead that waits for it may go', async () => {
  await world.putCampaign('TWO', [{ type: 'lifetime', cap: 5, action: 'reject' }]);
  const client = await world.stores.clients.find('TWO');
  await world.stores.clients.put('TWO', { ...client!, settings: { maxLeadsPerDay: 1 } });
  const [first, second] = [await world.qualified('TWO'), await world.qualified('TWO')];
  expect(await world.route(first)).toMatchObject({ outcome: 'routed' });
  expect(await world.route(second)).not.toMatchObject({ outcome: 'routed' });
  expect(await taken('TWO')).toEqual([1]);
});

it('a lead whose worker died between its slots and its decision gets the same slots again', async () => {
  await world.putCampaign('AGAIN', [{ type: 'lifetime', cap: 1, action: 'reject' }]);
  const lead = await world.qualified('AGAIN');
  await world.stores.slots.reserve(slotName(lead.submissionId, 0), [
    { counter: 'campaign.AGAIN.lifetime.all', cap: 1, owner: { campaignId: 'AGAIN' } },
  ]);
  expect(await world.route(lead, 0, { first: false })).toMatchObject({ outcome: 'routed' });
  expect(await taken('AGAIN')).toEqual([1]);
});
