import { asked } from '../../test/builders.js';
import { factsOf } from '../../test/facts.js';
import {
  ask,
  brief,
  candidates,
  daily,
  decide,
  decideMany,
  fullDaily,
  mondays,
  saturdayNoon,
  routingTableOf,
} from '../../test/routing-table.js';
import { firstToOpen } from './waiting.js';

const group = (name: string, ...codes: readonly string[]) => ({
  name,
  members: codes.map((campaignId) => ({ campaignId })),
});
const distributing = (...groups: readonly object[]) => ({ distribution: { groups } });

describe('the groups of a campaign', () => {
  it('stand in place of the campaign itself, in order, before its fallbacks', async () => {
    const OWN = { ...distributing(group('one', 'AA', 'BB'), group('two', 'CC')), fallbackCampaigns: ['FB'] };
    const off = { active: false };
    const decision = await decide(routingTableOf({ OWN, AA: off, BB: off, CC: off, FB: {} }));
    expect(candidates(decision)).toEqual([
      'AA group passed_over inactive',
      'BB group passed_over inactive',
      'CC group passed_over inactive',
      'FB fallback chosen',
    ]);
    expect(decision.trace[0]?.values).toEqual({ via: 'group', group: 'one', method: 'priority' });
  });

  it('may have the campaign itself as a member', async () => {
    expect(brief(await decide(routingTableOf({ OWN: distributing(group('one', 'OWN')) })))).toBe(
      'routed OWN',
    );
  });

  it.each(['queue', 'reject', 'route', 'next'])(
    'go on to the next member when one is full, also if its action is %s',
    async (action) => {
      const AA = daily(action, { routeToCampaignId: 'CC' });
      const table = routingTableOf(
        { OWN: distributing(group('one', 'AA', 'BB')), AA, BB: {}, CC: {} },
        { placed: fullDaily('AA') },
      );
      expect(brief(await decide(table))).toBe('routed BB');
    },
  );

  it('hold a lead that no member can take now until the first of them opens', async () => {
    const OWN = distributing(group('one', 'AA', 'BB', 'CC'));
    const table = routingTableOf(
      { OWN, AA: mondays(), BB: daily('queue'), CC: daily('reject') },
      { placed: { ...fullDaily('BB'), ...fullDaily('CC') } },
    );
    expect(await decide(table)).toMatchObject({
      kind: 'held',
      campaignId: 'BB',
      reason: 'daily_limit_full',
      until: new Date('2026-08-02T00:00:00Z'),
      waitsFor: ['campaign.BB', 'campaign.AA.hours'],
    });
  });

  it('hold a lead until room comes free with any member that it could wait for', async () => {
    const OWN = distributing(group('one', 'AA', 'BB'), group('two', 'CC'));
    const full = daily('queue');
    const table = routingTableOf(
      { OWN, AA: full, BB: full, CC: full },
      { placed: { ...fullDaily('AA'), ...fullDaily('BB'), ...fullDaily('CC') } },
    );
    expect(await decide(table)).toMatchObject({
      kind: 'held',
      campaignId: 'AA',
      waitsFor: ['campaign.AA', 'campaign.BB', 'campaign.CC'],
    });
  });

  it('hold a lead for their members beside a campaign outside them for which it waits', async () => {
    const OWN = { ...distributing(group('one', 'AA')), fallbackCampaigns: ['FB'] };
    const earlier = routingTableOf({ OWN, AA: daily('queue'), FB: mondays() }, { placed: fullDaily('AA') });
    expect(await decide(earlier)).toMatchObject({
      kind: 'held',
      campaignId: 'AA',
      reason: 'daily_limit_full',
      until: new Date('2026-08-02T00:00:00Z'),
      waitsFor: ['campaign.AA', 'campaign.FB.hours'],
    });
    const later = routingTableOf({ OWN, AA: mondays(), FB: daily('queue') }, { placed: fullDaily('FB') });
    expect(await decide(later)).toMatchObject({
      kind: 'held',
      campaignId: 'FB',
      until: new Date('2026-08-02T00:00:00Z'),
      waitsFor: ['campaign.FB', 'campaign.AA.hours'],
    });
  });

  it('hold a lead until the budget of any of them pays for it, of a common one the lower price', async () => {
    const spending = { action: 'queue', type: 'daily', budget: 100, currency: 'USD' };
    const paying = (amount: number) => ({ deliveryLimits: [spending], price: { currency: 'USD', amount } });
    const table = routingTableOf(
      { OWN: distributing(group('one', 'AA', 'BB')), AA: paying(40), BB: paying(30) },
      { placed: { 'campaign.AA.daily_USD.2026-08-01': 10_000, 'campaign.BB.daily_USD.2026-08-01': 10_000 } },
    );
    expect(await decide(table)).toMatchObject({
      needs: [
        { count: 'campaign.AA', minor: 4_000 },
        { count: 'campaign.BB', minor: 3_000 },
      ],
    });
    const waiting = (minor: number, until: number) => ({
      kind: 'wait' as const,
      reason: 'client_daily_budget_full',
      campaignId: 'AA',
      until: new Date(until),
      waitsFor: ['client.cli_1'],
      needs: [{ count: 'client.cli_1', minor }],
    });
    expect(firstToOpen(waiting(4_000, 1), waiting(3_000, 2)).needs).toEqual(waiting(3_000, 0).needs);
  });

  it('hold a lead for a member also where a campaign after them refuses it', async () => {
    const OWN = { ...distributing(group('one', 'AA')), fallbackCampaigns: ['FB'] };
    const table = routingTableOf({ OWN, AA: mondays(), FB: daily('reject') }, { placed: fullDaily('FB') });
    for (const more of [{}, { asked: [asked('XX')] }])
      expect(await decide(table, more)).toMatchObject({ kind: 'held', campaignId: 'AA' });
  });

  it('reject a lead for lack of capacity if no member would let it wait', async () => {
    const table = routingTableOf(
      { OWN: distributing(group('one', 'AA')), AA: daily('reject') },
      { placed: fullDaily('AA') },
    );
    expect(brief(await decide(table))).toBe('rejected no_capacity');
  });
});

describe('routing after a no', () => {
  const OWN = { ...distributing(group('one', 'AA', 'BB', 'CC')), fallbackCampaigns: ['AA', 'FB'] };
  const table = () => routingTableOf({ OWN, AA: {}, BB: {}, CC: {}, FB: {} });

  it('goes on with the next candidate that was not asked, and remembers who was', async () => {
    const before = [asked('AA'), asked('BB', 'duplicate')];
    const decision = await decide(table(), { asked: before, generation: 2 });
    expect(decision).toMatchObject({ kind: 'routed', campaignId: 'CC', asked: before });
    expect(candidates(decision)).toEqual([
      'AA group passed_over already_asked',
      'BB group passed_over already_asked',
      'CC group chosen',
    ]);
    expect(decision.trace[0]).toEqual({
      looked: 'answer',
      at: 'BB',
      verdict: 'failed',
      values: { outcome: 'duplicate', reason: 'BB said so', buyersAsked: 2 },
    });
  });

  it('asks no campaign twice that is named by client and offer', async () => {
    const BB = { clientName: 'Borden', offerName: 'Roundup' };
    const routingRules = [{ subRules: [], routeTo: BB }];
    const named = routingTableOf({ OWN: { ...OWN, routingRules }, BB, AA: {}, CC: {}, FB: {} });
    expect(brief(await decide(named, { asked: [asked('AA'), asked('BB')] }))).toBe('routed CC');
  });

  it('ends as the only buyer answered', async () => {
    const lone = routingTableOf({ OWN: distributing(group('one', 'AA')), AA: {} });
    expect(brief(await decide(lone, { asked: [asked('AA', 'duplicate')] }))).toBe('duplicate AA said so');
  });

  it('ends as all answered if they answered alike, and else as refused by all', async () => {
    const all = ['AA', 'BB', 'CC', 'FB'];
    expect(brief(await decide(table(), { asked: all.map((code) => asked(code)) }))).toBe(
      'rejected FB said so',
    );
    expect(
      brief(
        await decide(table(), { asked: all.map((code, n) => asked(code, n === 1 ? 'failed' : 'refused')) }),
      ),
    ).toBe('rejected refused_by_all');
  });

  it('ends by the answers when the next one has no room and would not let it wait', async () => {
    const full = routingTableOf(
      { OWN: { fallbackCampaigns: ['FB', 'GB'] }, FB: daily('reject'), GB: {} },
      { placed: fullDaily('FB') },
    );
    expect(brief(await decide(full, { asked: [asked('OWN')] }))).toBe('rejected OWN said so');
  });

  it('holds the lead for a member that opens later, and then remembers who was asked', async () => {
    const later = routingTableOf({ OWN: distributing(group('one', 'AA', 'BB')), AA: {}, BB: mondays() });
    expect(await decide(later, { asked: [asked('AA')] })).toMatchObject({
      kind: 'held',
      campaignId: 'BB',
      asked: [asked('AA')],
    });
  });

  it('asks ten buyers at most', async () => {
    const ten = Array.from({ length: 10 }, (_, n) => asked(`X${n}`));
    const { decision, questions } = await ask(table(), { asked: ten });
    expect(brief(decision)).toBe('rejected X9 said so');
    expect(questions.map(({ kind }) => kind)).toEqual(['campaign']);
    expect(decision.trace.at(-1)).toMatchObject({ because: 'too_many_buyers' });
  });
});

it('the reason of a lead that no campaign wants is that of the last one', async () => {
  const old = { maxAgeMinutes: 10 };
  const receivedAt = new Date(saturdayNoon.getTime() - 11 * 60_000);
  const poor = { ...group('one', 'AA'), minimumPrice: 30 };
  const first = routingTableOf({
    OWN: { ...distributing(poor), fallbackCampaigns: ['FB'] },
    AA: {},
    FB: old,
  });
  expect(brief(await decide(first, { receivedAt }))).toBe('rejected too_old');
  const last = routingTableOf({ OWN: distributing(group('zero', 'BB'), poor), AA: {}, BB: old });
  expect(brief(await decide(last, { receivedAt }))).toBe('rejected below_minimum');
});

it('a lead whose supplier no campaign takes has no buyer, unless a campaign had no room', async () => {
  const suppliers = { mode: 'deny', entries: ['sup_north'] };
  const facts = factsOf({}, { campaignId: 'OWN', supplierId: 'sup_north' });
  const denied = routingTableOf({ OWN: { suppliers, fallbackCampaigns: ['FB'] }, FB: { active: false } });
  const decision = await decide(denied, { facts });
  expect(brief(decision)).toBe('rejected no_buyer');
  expect(candidates(decision)[0]).toBe('OWN own_campaign passed_over supplier_not_allowed');
  const full = { deliveryLimits: [{ type: 'lifetime', cap: 0, action: 'next' }] };
  const other = routingTableOf({ OWN: { suppliers, fallbackCampaigns: ['FB'] }, FB: full });
  expect(brief(await decide(other, { facts }))).toBe('rejected no_capacity');
  const old = routingTableOf({ OWN: { suppliers, fallbackCampaigns: ['FB'] }, FB: { maxAgeMinutes: 1 } });
  const receivedAt = new Date(saturdayNoon.getTime() - 120_000);
  expect(brief(await decide(old, { facts, receivedAt }))).toBe('rejected no_buyer');
  const taken = routingTableOf({ OWN: { suppliers, fallbackCampaigns: ['FB'] }, FB: {} });
  expect(brief(await decide(taken, { facts }))).toBe('routed FB');
});

it('a campaign offers no lead of a supplier that it does not take to its groups', async () => {
  const suppliers = { mode: 'deny', entries: ['sup_north/site-13'] };
  const OWN = { ...distributing(group('one', 'AA')), suppliers };
  const of = (subId1: string) =>
    factsOf({}, { campaignId: 'OWN', supplierId: 'sup_north', subIds: { subId1 } });
  const table = routingTableOf({ OWN, AA: {} });
  const refused = await decide(table, { facts: of('site-13') });
  expect(brief(refused)).toBe('rejected no_buyer');
  expect(candidates(refused)).toEqual(['OWN own_campaign passed_over supplier_not_allowed']);
  expect(brief(await decide(table, { facts: of('site-14') }))).toBe('routed AA');
  const fallback = routingTableOf({ OWN: { ...OWN, fallbackCampaigns: ['FB'] }, AA: {}, FB: {} });
  expect(brief(await decide(fallback, { facts: of('site-13') }))).toBe('routed FB');
});

it('those asked before do not count among the candidates that are looked at', async () => {
  const codes = Array.from({ length: 26 }, (_, n) => `F${n}`);
  const off = Object.fromEntries(codes.slice(2).map((code) => [code, { active: false }]));
  const table = routingTableOf({ OWN: { fallbackCampaigns: codes }, F0: {}, F1: {}, ...off, F25: {} });
  const before = [asked('OWN'), asked('F0'), asked('F1')];
  expect(brief(await decide(table, { asked: before }))).toBe('routed F25');
});

describe('a candidate without a buyer that can be reached', () => {
  const nowhere = { clients: { cli_none: { settings: { defaultPostingUrl: undefined } } } };

  it('is passed over', async () => {
    const table = routingTableOf(
      { OWN: { clientId: 'cli_none', fallbackCampaigns: ['FB'] }, FB: {} },
      nowhere,
    );
    const decision = await decide(table);
    expect(candidates(decision)).toEqual([
      'OWN own_campaign passed_over no_destination',
      'FB fallback chosen',
    ]);
  });

  it('ends the lead in an error if nobody remains', async () => {
    expect(brief(await decide(routingTableOf({ OWN: { clientId: 'cli_none' } }, nowhere)))).toBe(
      'error no_destination',
    );
  });

  it('takes a lead that says itself where it goes', async () => {
    const table = routingTableOf({ OWN: { clientId: 'cli_none' } }, nowhere);
    expect(brief(await decide(table, { hasOwnDestination: true }))).toBe('routed OWN');
  });

  const nextOn = ['refused', 'failed'];
  const one = group('one', 'AA', 'BB');
  const down = { clients: { cli_down: {} }, down: ['client cli_down'] };

  it('is passed over while it does not answer, if failed deliveries go on', async () => {
    const AA = { clientId: 'cli_down' };
    const table = routingTableOf({ OWN: { distribution: { groups: [one], nextOn } }, AA, BB: {} }, down);
    expect(candidates(await decide(table))).toEqual([
      'AA group passed_over receiver_down',
      'BB group chosen',
    ]);
    const patient = routingTableOf({ OWN: distributing(one), AA, BB: {} }, down);
    expect(brief(await decide(patient))).toBe('routed AA');
  });

  it('takes the lead all the same if all that remain do not answer', async () => {
    const AA = { clientId: 'cli_down' };
    const table = routingTableOf({ OWN: { distribution: { groups: [one], nextOn } }, AA, BB: AA }, down);
    expect(candidates(await decide(table))).toEqual([
      'AA group passed_over receiver_down',
      'BB group passed_over receiver_down',
      'AA group chosen',
    ]);
  });

  it('is examined once while it does not answer, also if it is a fallback too, and 25 at most are', async () => {
    const AA = { clientId: 'cli_down' };
    const OWN = { distribution: { groups: [one], nextOn } };
    const twice = routingTableOf(
      { OWN: { ...OWN, fallbackCampaigns: ['BB', 'FB'] }, AA, BB: AA, FB: {} },
      down,
    );
    expect(candidates(await decide(twice))).toEqual([
      'AA group passed_over receiver_down',
      'BB group passed_over receiver_down',
      'BB fallback skipped already_looked_at',
      'FB fallback chosen',
    ]);
    const fallbackCampaigns = Array.from({ length: 30 }, (_, n) => `F${n}`);
    const others = Object.fromEntries(fallbackCampaigns.map((code) => [code, AA]));
    const many = routingTableOf(
      { OWN: { ...AA, distribution: { nextOn }, fallbackCampaigns }, ...others },
      down,
    );
    const looked = candidates(await decide(many));
    expect(looked.filter((line) => line.endsWith('receiver_down'))).toHaveLength(25);
    expect(looked.slice(-2)).toEqual(['F24 fallback skipped too_many_candidates', 'OWN own_campaign chosen']);
  });
});

describe('the order in a group', () => {
  const members = [
    { campaignId: 'AA', weight: 3 },
    { campaignId: 'BB', weight: 2 },
    { campaignId: 'CC', weight: 1 },
  ];
  const grouped = (method: string, more: object = {}) => ({
    distribution: { groups: [{ name: 'one', method, members, ...more }] },
  });

  it.each([
    ['weighted', [150, 100, 50]],
    ['round_robin', [100, 100, 100]],
  ])('of the method %s shares 300 leads as %j', async (method, shares) => {
    const table = routingTableOf({ OWN: grouped(method), AA: {}, BB: {}, CC: {} });
    const taken = await decideMany(table, 300);
    expect(['AA', 'BB', 'CC'].map((code) => taken.filter((to) => to === `routed ${code}`).length)).toEqual(
      shares,
    );
  });

  it('of the method weighted leaves out whoever has no room, and the others keep their proportions', async () => {
    const table = routingTableOf(
      { OWN: grouped('weighted'), AA: daily('reject'), BB: {}, CC: {} },
      { placed: fullDaily('AA') },
    );
    const taken = await decideMany(table, 30);
    expect(taken.filter((to) => to === 'routed BB')).toHaveLength(20);
    expect(taken.filter((to) => to === 'routed CC')).toHaveLength(10);
  });

  it('of the method highest_price is that of what the lead earns there; ties keep the order written', async () => {
    const price = (amount: number, currency = 'USD') => ({ price: { currency, amount } });
    const table = routingTableOf({ OWN: grouped('highest_price'), AA: {}, BB: price(40), CC: price(55) });
    expect(candidates(await decide(table))).toEqual(['CC group chosen']);
    expect(
      (await decide(table, { asked: [asked('CC')] })).trace.map(({ at, values }) => [at, values?.['price']]),
    ).toEqual([
      ['CC', undefined],
      ['CC', 55],
      ['BB', 40],
    ]);
    const euros = routingTableOf({
      OWN: grouped('highest_price'),
      AA: price(1),
      BB: price(40, 'EUR'),
      CC: price(2),
    });
    expect(brief(await decide(euros, { asked: [asked('CC'), asked('AA')] }))).toBe('routed BB');
    expect(brief(await decide(euros, { asked: [asked('CC')] }))).toBe('routed AA');
  });

  it('passes over a member that would pay less than the group asks for, or in another currency', async () => {
    const price = (amount: number, currency = 'USD') => ({ price: { currency, amount } });
    const OWN = grouped('priority', { minimumPrice: 30 });
    const table = routingTableOf({ OWN, AA: price(29.99), BB: price(40, 'EUR'), CC: price(30) });
    expect(candidates(await decide(table))).toEqual([
      'AA group passed_over below_minimum',
      'BB group passed_over below_minimum',
      'CC group chosen',
    ]);
    const poor = routingTableOf({ OWN, AA: {}, BB: price(1), CC: price(2) });
    expect(brief(await decide(poor))).toBe('rejected below_minimum');
  });

  it('passes over a campaign for which the lead is too old', async () => {
    const OWN = { fallbackCampaigns: ['AA'], maxAgeMinutes: 10 };
    const table = routingTableOf({ OWN, AA: {} });
    const minutesAgo = (minutes: number) => ({
      receivedAt: new Date(saturdayNoon.getTime() - minutes * 60_000),
    });
    expect(brief(await decide(table, minutesAgo(10)))).toBe('routed OWN');
    expect(brief(await decide(table, minutesAgo(11)))).toBe('routed AA');
    expect(brief(await decide(routingTableOf({ OWN: { maxAgeMinutes: 10 } }), minutesAgo(11)))).toBe(
      'rejected too_old',
    );
  });
});

describe('a budget', () => {
  const budget = (amount: number, currency = 'USD', action?: string) => ({
    deliveryLimits: [{ budget: amount, currency, type: 'daily', action }],
  });
  const price = (amount: number, currency = 'USD') => ({ price: { currency, amount } });
  const spent = { 'campaign.OWN.daily_USD.2026-08-01': 10_000 };

  it('that is spent holds leads until its period ends, like a cap', async () => {
    const table = routingTableOf({ OWN: { ...budget(100), ...price(40) } }, { placed: spent });
    expect(await decide(table)).toMatchObject({
      kind: 'held',
      reason: 'daily_budget_full',
      until: new Date('2026-08-02T00:00:00Z'),
      waitsFor: ['campaign.OWN'],
      needs: [{ count: 'campaign.OWN', minor: 4_000 }],
    });
  });

  it('never opens for a lead that is dearer than all of it', async () => {
    const table = routingTableOf({ OWN: { ...budget(100), ...price(100.01) } }, { placed: spent });
    expect(brief(await decide(table))).toBe('rejected daily_budget_full');
  });

  it('is asked for with the expected price in minor units', async () => {
    const { questions } = await ask(routingTableOf({ OWN: { ...budget(100), ...price(40.5) } }));
    const last = questions.at(-1);
    expect(last).toMatchObject({
      kind: 'reserve',
      of: [
        [
          { expected: { currency: 'USD', minor: 4_050 }, limits: [{ cap: 10_000, currency: 'USD' }] },
          { expected: { currency: 'USD', minor: 4_050 } },
        ],
        'OWN',
      ],
    });
  });

  it('of the client counts beside those of its campaigns', async () => {
    const settings = { maxSpendPerDay: 50, maxSpendPerMonth: 900, currency: 'USD' };
    const clients = { cli_acme: { settings } };
    const placed = { 'client.cli_acme.daily_USD.2026-08-01': 5_000 };
    expect(brief(await decide(routingTableOf({ OWN: price(1) }, { clients, placed })))).toBe(
      'held client_daily_budget_full',
    );
  });

  it('in another currency than the price is not spent: the campaign is passed over', async () => {
    const OWN = { ...budget(100, 'EUR'), ...price(40), fallbackCampaigns: ['FB'] };
    expect(candidates(await decide(routingTableOf({ OWN, FB: {} })))).toEqual([
      'OWN own_campaign passed_over currency_differs',
      'FB fallback chosen',
    ]);
  });
});
