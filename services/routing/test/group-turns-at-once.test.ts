import { countName, groupName, type Campaign, type SubmissionRecord } from '@sluice/contracts';
import { campaignCount } from '@sluice/domain';
import { lastRouting } from '@sluice/pipeline';
import { newId } from '@sluice/process';
import { aSubmission, duringTests, openSlot, placeSlot, slot } from '@sluice/testing';
import { GroupTurns } from '../src/group-turns.js';
import { openRoutingWorker } from './routing-worker.js';

const world = duringTests(openRoutingWorker);

const weights = { AA: 3, BB: 2, CC: 1 } as const;

async function putGroup(own: string, members: Readonly<Record<string, number>>) {
  for (const code of Object.keys(members)) await world.putCampaign(`${own}${code}`, []);
  const listed = Object.entries(members).map(([code, weight]) => ({ campaignId: `${own}${code}`, weight }));
  const distribution = {
    groups: [{ name: 'one', method: 'weighted' as const, currency: 'USD', members: listed }],
  };
  await world.putCampaign(own, [], { distribution });
}

const sharesOf = async (leads: readonly SubmissionRecord[], codes: readonly string[]) => {
  const routings = await Promise.all(leads.map((lead) => lastRouting(world.mine, lead.submissionId)));
  return codes.map((code) => routings.filter((one) => one?.routed.campaignId.endsWith(code)).length);
};

const qualified = (own: string, count: number) =>
  Promise.all(Array.from({ length: count }, () => world.qualified(own)));

it('300 leads of one burst are shared by weight, each member within 5', async () => {
  await putGroup('W', weights);
  const leads = await qualified('W', 300);
  await Promise.all(leads.map((lead) => world.route(lead)));
  const taken = await sharesOf(leads, Object.keys(weights));
  expect(taken.reduce((sum, one) => sum + one)).toBe(300);
  [150, 100, 50].forEach((share, n) => expect(Math.abs((taken[n] ?? 0) - share)).toBeLessThanOrEqual(5));
});

it('three processes share 300 leads of one burst by weight, each member within 15', async () => {
  await putGroup('P', weights);
  const leads = await qualified('P', 300);
  const processes = Array.from({ length: 3 }, () => new GroupTurns());
  await Promise.all(leads.map((lead, n) => world.route(lead, 0, { first: true }, processes[n % 3])));
  const taken = await sharesOf(leads, Object.keys(weights));
  [150, 100, 50].forEach((share, n) => expect(Math.abs((taken[n] ?? 0) - share)).toBeLessThanOrEqual(15));
});

it('a no gives the turn back, and the same member is next', async () => {
  await putGroup('N', { AA: 1, BB: 1 });
  const [first, second] = await qualified('N', 2);
  await world.route(first!);
  const routed = (await lastRouting(world.mine, first!.submissionId))!.routed;
  expect(routed).toMatchObject({ campaignId: 'NAA', groupCount: 'group.N.one.NAA' });
  const name = `${first!.submissionId}.routing.0`;
  await world.mine.counts.release({ name, opening: routed.opening! }, [routed.groupCount!]);
  // Another process, which knows only what is stored.
  await world.route(second!, 0, { first: true }, new GroupTurns());
  expect((await lastRouting(world.mine, second!.submissionId))?.routed.campaignId).toBe('NAA');
});

const full = [{ type: 'lifetime', cap: 0, action: 'reject' }] as const;
const today = { timezone: 'UTC', specificDays: [] as object[] };
const closed = {
  deliverySchedule: {
    ...today,
    action: 'next',
    specificDays: [{ day: 'Monday', startTime: '09:00', endTime: '09:00', active: false }],
  },
} as unknown as Partial<Campaign>;

describe.each(['AA', 'BB', 'CC'])('the member %s of a group', (member) => {
  const others = ['AA', 'BB', 'CC'].filter((code) => code !== member);
  it.each([
    ['full', full, {}],
    ['closed', [], closed],
    ['paused', [], { active: false }],
  ] as const)('joins the others where they are when it is no longer %s', async (state, limits, more) => {
    const own = `B${member[0]}${state[0]?.toUpperCase()}`;
    await putGroup(own, { AA: 1, BB: 1, CC: 1 });
    await world.putCampaign(`${own}${member}`, limits, more);
    const before = await qualified(own, 12);
    for (const lead of before) await world.route(lead);
    expect(await sharesOf(before, others)).toEqual([6, 6]);
    await world.putCampaign(`${own}${member}`, []);
    const after = await qualified(own, 12);
    // Another process, which knows only what is stored.
    const turns = new GroupTurns();
    for (const lead of after) await world.route(lead, 0, { first: true }, turns);
    expect(await sharesOf(after, [member])).toEqual([4]);
  });
});

it('a member that is back takes no more of a burst than its share', async () => {
  await putGroup('U', { AA: 1, BB: 1 });
  await world.putCampaign('UBB', full);
  for (const lead of await qualified('U', 30)) await world.route(lead);
  await world.putCampaign('UBB', []);
  const burst = await qualified('U', 64);
  await Promise.all(burst.map((lead) => world.route(lead)));
  const [taken] = await sharesOf(burst, ['BB']);
  expect(Math.abs((taken ?? 0) - 32)).toBeLessThanOrEqual(5);
});

it('a member that was unfit for some leads catches up', async () => {
  await putGroup('Q', { AA: 1, BB: 1 });
  const ohio = { conditions: [{ field: 'state', operator: 'equals', value: ['OH'] }] };
  const disqualificationConditionals = [{ isActive: true, logicalOperator: 'AND', subRules: [ohio] }];
  await world.putCampaign('QBB', [], { disqualificationConditionals } as unknown as Partial<Campaign>);
  const ohioans = await Promise.all(
    [1, 2, 3, 4].map(() => world.qualified('Q', { data: { address: { state: 'OH' } } })),
  );
  for (const lead of ohioans) await world.route(lead);
  expect(await sharesOf(ohioans, ['AA', 'BB'])).toEqual([4, 0]);
  const others = await qualified('Q', 6);
  for (const lead of others) await world.route(lead);
  expect(await sharesOf(others, ['AA', 'BB'])).toEqual([1, 5]);
});

it('a lead whose decision fails gives its turn back', async () => {
  await putGroup('F', { AA: 1, BB: 1 });
  const turns = new GroupTurns();
  const [failing, next] = await qualified('F', 2);
  const take = turns.take.bind(turns);
  const read = jest.spyOn(world.mine.clients, 'cached');
  jest.spyOn(turns, 'take').mockImplementationOnce(async (...asked) => {
    const taken = await take(...asked);
    read.mockRejectedValueOnce(new Error('away'));
    return taken;
  });
  await expect(world.route(failing!, 0, { first: true }, turns)).rejects.toThrow('away');
  read.mockRestore();
  await world.route(next!, 0, { first: true }, turns);
  expect((await lastRouting(world.mine, next!.submissionId))?.routed.campaignId).toBe('FAA');
});

it('the first leads of a group share one read of what its members have', async () => {
  await putGroup('R', { AA: 1, BB: 1 });
  const read = jest.spyOn(world.mine.counts, 'standings');
  const leads = await qualified('R', 20);
  const turns = new GroupTurns();
  await Promise.all(leads.map((lead) => world.route(lead, 0, { first: true }, turns)));
  expect(read).toHaveBeenCalledTimes(1);
  read.mockRestore();
});

it('the numbers of a group are those of its own campaign, of today, and of leads, not of credits', async () => {
  await putGroup('D', { AA: 1, BB: 1 });
  const campaign = (await world.mine.campaigns.find('D'))!;
  // As the count of a campaign by the tenant's day.
  const ofMember = (own: string, code: string, at: Date) => {
    const owner = { group: groupName(own, 'one'), memberId: `D${code}` };
    return { ...campaignCount(campaign, undefined, world.timezone, at), name: countName(owner), owner };
  };
  const at = world.core.stores.clock.now();
  const yesterday = new Date(at.getTime() - 24 * 3600_000);
  const counted = [ofMember('D', 'AA', yesterday)];
  for (const name of ['sub_y1.routing.0', 'sub_y2.routing.0']) {
    await openSlot(world.mine, slot(name), yesterday, counted);
    await placeSlot(world.mine, slot(name), [counted[0]!.name], yesterday);
  }
  await world.mine.counts.setBack(counted[0]!.name, { start: counted[0]!.starts.daily, leads: 7 });
  const leads = await qualified('D', 3);
  for (const lead of leads) await world.route(lead, 0, { first: true }, new GroupTurns());
  expect(await sharesOf(leads, ['DAA', 'DBB'])).toEqual([2, 1]);
  const standings = await world.mine.counts.standings([ofMember('D', 'AA', at), ofMember('E', 'AA', at)]);
  expect(standings.map(({ leads, credit }) => [leads, credit])).toEqual([
    [2, 0],
    [0, 0],
  ]);
});

it('a lead is as old as its first submission', async () => {
  await world.putCampaign('O', [], { maxAgeMinutes: 10 });
  const minutesAgo = (minutes: number) =>
    new Date(world.core.stores.clock.now().getTime() - minutes * 60_000);
  const again = async (minutes: number) => {
    const first = await world.qualified('O', { acceptedAt: minutesAgo(minutes) });
    const { leadId } = first;
    const later = aSubmission({
      submissionId: newId('submission'),
      campaignId: 'O',
      leadId,
      kind: 'repost',
      first: false,
      acceptedAt: minutesAgo(0),
    });
    await world.mine.conclusions.close(first.submissionId, {
      end: { status: 'rejected', endedAt: minutesAgo(0) },
    });
    await world.mine.leads.addSubmission(leadId, 0, later.submissionId, {});
    await world.core.stores.accept({ submission: later });
    const decision = { kind: 'qualified', trace: [] } as const;
    await world.mine.journal.record(later, 'qualification', 0, decision, minutesAgo(0));
    await world.route(later);
    return world.mine.journal.find(later.submissionId, 'routing', 0);
  };
  expect(await again(5)).toMatchObject({ kind: 'routed' });
  expect(await again(11)).toMatchObject({ kind: 'rejected', reason: 'too_old' });
});

it('test leads take no turn', async () => {
  await putGroup('T', { AA: 1, BB: 1 });
  const lead = await world.qualified('T', { isTest: true });
  await world.route(lead);
  const routed = (await lastRouting(world.mine, lead.submissionId))?.routed;
  expect(routed?.campaignId).toBe('TAA');
  expect(routed?.groupCount).toBeUndefined();
});
