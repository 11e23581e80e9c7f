import { asked } from '../../test/builders.js';
import { factsOf } from '../../test/facts.js';
import {
  ask,
  brief,
  candidates,
  daily,
  decide,
  distributing,
  fullDaily,
  group,
  mondays,
  routingTableOf,
  saturdayNoon,
} from '../../test/routing-table.js';

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
