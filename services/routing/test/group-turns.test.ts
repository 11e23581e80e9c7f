import type { SubmissionRecord } from '@sluice/contracts';
import { lastRouting } from '@sluice/pipeline';
import { GroupTurns } from '../src/group-turns.js';
import { openWorld, type World } from './world.js';

let world: World;
beforeAll(async () => {
  world = await openWorld();
}, 60_000);
afterAll(() => world.close());

const weights = { AA: 3, BB: 2, CC: 1 } as const;

async function putGroup(own: string, members: Readonly<Record<string, number>>) {
  for (const code of Object.keys(members)) await world.putCampaign(`${own}${code}`, []);
  const listed = Object.entries(members).map(([code, weight]) => ({ campaignId: `${own}${code}`, weight }));
  const distribution = {
    groups: [{ name: 'one', method: 'weighted' as const, currency: 'USD', members: listed }],
  };
  await world.putCampaign(own, [], { distribution });
}

const shares = async (leads: readonly SubmissionRecord[]) => {
  const routings = await Promise.all(leads.map((lead) => lastRouting(world.stores, lead.submissionId)));
  const taken = routings.map((routing) => routing?.routed.campaignId.slice(-2));
  return Object.keys(weights).map((code) => taken.filter((one) => one === code).length);
};

const qualified = (own: string, count: number) =>
  Promise.all(Array.from({ length: count }, () => world.qualified(own)));

it('300 leads of one burst are shared by weight, each member within 5', async () => {
  await putGroup('W', weights);
  const leads = await qualified('W', 300);
  await Promise.all(leads.map((lead) => world.route(lead)));
  const taken = await shares(leads);
  expect(taken.reduce((sum, one) => sum + one)).toBe(300);
  [150, 100, 50].forEach((share, n) => expect(Math.abs((taken[n] ?? 0) - share)).toBeLessThanOrEqual(5));
});

it('three processes share 300 leads of one burst by weight, each member within 15', async () => {
  await putGroup('P', weights);
  const leads = await qualified('P', 300);
  const processes = Array.from({ length: 3 }, () => new GroupTurns());
  await Promise.all(leads.map((lead, n) => world.route(lead, 0, { first: true }, processes[n % 3])));
  const taken = await shares(leads);
  [150, 100, 50].forEach((share, n) => expect(Math.abs((taken[n] ?? 0) - share)).toBeLessThanOrEqual(15));
});

it('a no gives the turn back, and the same member is next', async () => {
  await putGroup('N', { AA: 1, BB: 1 });
  const [first, second] = await qualified('N', 2);
  await world.route(first!);
  const routed = (await lastRouting(world.stores, first!.submissionId))!.routed;
  expect(routed).toMatchObject({ campaignId: 'NAA', groupCount: 'group.N.one.NAA' });
  await world.stores.counts.release(`${first!.submissionId}.routing.0`, [routed.groupCount!]);
  // Another process, which knows only what is stored.
  await world.route(second!, 0, { first: true }, new GroupTurns());
  expect((await lastRouting(world.stores, second!.submissionId))?.routed.campaignId).toBe('NAA');
});

it('a member that comes back from being full joins the others where they are', async () => {
  await putGroup('B', { AA: 1, BB: 1 });
  await world.putCampaign('BAA', [{ type: 'lifetime', cap: 1, action: 'reject' }]);
  const leads = await qualified('B', 12);
  for (const lead of leads) await world.route(lead);
  expect((await shares(leads)).slice(0, 2)).toEqual([1, 11]);
  await world.putCampaign('BAA', [{ type: 'lifetime', cap: 100, action: 'reject' }]);
  const more = await qualified('B', 10);
  for (const lead of more) await world.route(lead);
  expect((await shares(more)).slice(0, 2)).toEqual([5, 5]);
});

it('test leads take no turn', async () => {
  await putGroup('T', { AA: 1, BB: 1 });
  const lead = await world.qualified('T', { isTest: true });
  await world.route(lead);
  expect((await lastRouting(world.stores, lead.submissionId))?.routed.groupCount).toBeUndefined();
});
