import { asked } from '../../test/builders.js';
import {
  brief,
  candidates,
  daily,
  decide,
  decideMany,
  distributing,
  fullDaily,
  group,
  mondays,
  routingTableOf,
  saturdayNoon,
} from '../../test/routing-table.js';
import { firstToOpen } from './waiting.js';

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
