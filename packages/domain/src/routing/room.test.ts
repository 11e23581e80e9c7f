import type { Sent } from '../../test/builders.js';
import {
  ask,
  brief,
  candidates,
  daily,
  decide,
  fullDaily,
  mondays,
  saturdayNoon,
  routingTableOf,
} from '../../test/routing-table.js';
import { openingOf } from './limits.js';

describe('a full limit', () => {
  const tableWith = (
    own: Sent,
    others: Record<string, Sent> = {},
    placed: Record<string, number> = fullDaily('OWN'),
  ) => routingTableOf({ OWN: own, ...others }, { placed });

  it('is reached only after leads were routed', async () => {
    const roomy = tableWith({
      deliveryLimits: [
        { cap: 2, type: 'daily' },
        { cap: 9, type: 'lifetime' },
      ],
    });
    expect(await decide(roomy)).toMatchObject({
      kind: 'routed',
      reservedAt: saturdayNoon,
    });
    expect(brief(await decide(roomy))).toBe('held daily_limit_full');
  });

  it('holds the lead until its period ends', async () => {
    expect(await decide(tableWith(daily()))).toMatchObject({
      kind: 'held',
      reason: 'daily_limit_full',
      campaignId: 'OWN',
      until: new Date('2026-08-02T00:00:00Z'),
      waitsFor: ['campaign.OWN'],
    });
  });

  it('holds the lead until the delivery hours are open after its period has ended', async () => {
    const hours = {
      deliverySchedule: {
        specificDays: ['Saturday', 'Monday'].map((day) => ({ day, startTime: '09:00', endTime: '17:00' })),
      },
    };
    expect(await decide(tableWith({ ...daily(), ...hours }))).toMatchObject({
      kind: 'held',
      until: new Date('2026-08-03T09:00:00Z'),
    });
  });

  it('holds the lead until the last of all full periods has ended', async () => {
    const limits = [
      { cap: 1, type: 'hourly' },
      { cap: 1, type: 'daily' },
    ];
    const placed = { ...fullDaily('OWN'), 'campaign.OWN.hourly.2026-08-01T12': 1 };
    expect(await decide(tableWith({ deliveryLimits: limits }, {}, placed))).toMatchObject({
      reason: 'daily_limit_full',
      until: new Date('2026-08-02T00:00:00Z'),
      waitsFor: ['campaign.OWN'],
    });
  });

  it('with action reject rejects the lead', async () => {
    expect(
      brief(await decide(tableWith({ ...daily('reject'), fallbackCampaigns: ['FB1'] }, { FB1: {} }))),
    ).toBe('rejected daily_limit_full');
  });

  test.each([{ type: 'lifetime' }, { cap: 0 }])(
    'that never has free slots again rejects the lead instead of holding it: %j',
    async (limit) => {
      const reason = 'type' in limit ? 'lifetime_limit_full' : 'daily_limit_full';
      expect(
        brief(await decide(tableWith(daily('queue', limit), {}, { 'campaign.OWN.lifetime.all': 1 }))),
      ).toBe(`rejected ${reason}`);
    },
  );

  test.each(['next', 'next_priority', 'fallback', 'none'])(
    'with action %s makes routing pass the campaign over',
    async (action) => {
      expect(
        brief(await decide(tableWith({ ...daily(action), fallbackCampaigns: ['FB1'] }, { FB1: {} }))),
      ).toBe('routed FB1');
      expect(brief(await decide(tableWith(daily(action))))).toBe('rejected no_capacity');
    },
  );

  test.each(['route', 'specific_campaign'])(
    'with action %s sends the lead to the configured campaign, before any fallback',
    async (action) => {
      const own = { ...daily(action, { routeToCampaignId: 'THERE' }), fallbackCampaigns: ['FB1'] };
      const decision = await decide(tableWith(own, { THERE: {}, FB1: {} }));
      expect(brief(decision)).toBe('routed THERE');
      expect(candidates(decision)).toEqual([
        'OWN own_campaign passed_over daily_limit_full',
        'THERE limit chosen',
      ]);
      expect(decision.trace[0]?.values).toEqual({ via: 'own_campaign', sentTo: 'THERE' });
      expect(brief(await decide(tableWith(own, { FB1: {} })))).toBe('routed FB1');
    },
  );

  it('does not route a lead in a circle', async () => {
    const own = daily('route', { routeToCampaignId: 'THERE' });
    const there = daily('route', { routeToCampaignId: 'OWN' });
    const decision = await decide(
      tableWith(own, { THERE: there }, { ...fullDaily('OWN'), ...fullDaily('THERE') }),
    );
    expect(brief(decision)).toBe('rejected no_capacity');
    expect(candidates(decision).at(-1)).toBe('OWN limit skipped already_looked_at');
  });

  it('is decided by the limit with the longest period first', async () => {
    const limits = [
      { cap: 1, type: 'daily', action: 'queue' },
      { cap: 1, type: 'monthly', action: 'reject' },
    ];
    const placed = { ...fullDaily('OWN'), 'campaign.OWN.monthly.2026-08': 1 };
    expect(brief(await decide(tableWith({ deliveryLimits: limits }, {}, placed)))).toBe(
      'rejected monthly_limit_full',
    );
    expect(brief(await decide(tableWith({ deliveryLimits: limits })))).toBe('held daily_limit_full');
  });

  it('is checked before the delivery hours are', async () => {
    const { decision, questions } = await ask(tableWith({ ...daily('reject'), ...mondays('next') }));
    expect(brief(decision)).toBe('rejected daily_limit_full');
    expect(questions.map(({ kind }) => kind)).toEqual(['campaign', 'client', 'peek']);
  });

  it('of the client holds the lead until the client’s day ends', async () => {
    const clients = { cli_acme: { settings: { maxLeadsPerDay: 1, timezone: 'America/New_York' } } };
    const full = routingTableOf({ OWN: {} }, { clients, placed: { 'client.cli_acme.daily.2026-08-01': 1 } });
    expect(await decide(full)).toMatchObject({
      kind: 'held',
      reason: 'client_daily_limit_full',
      until: new Date('2026-08-02T04:00:00Z'),
      waitsFor: ['client.cli_acme'],
    });
  });

  it('of zero for a client rejects the lead', async () => {
    const clients = { cli_acme: { settings: { maxLeadsPerMonth: 0 } } };
    expect(brief(await decide(routingTableOf({ OWN: {} }, { clients })))).toBe(
      'rejected client_monthly_limit_full',
    );
  });
});

describe('closed delivery hours', () => {
  test.each([
    [undefined, 'held outside_hours'],
    ['queue', 'held outside_hours'],
    ['reject', 'rejected outside_hours'],
    ['next', 'routed FB1'],
  ])('with action %s give: %s', async (action, expected) => {
    expect(
      brief(
        await decide(routingTableOf({ OWN: { ...mondays(action), fallbackCampaigns: ['FB1'] }, FB1: {} })),
      ),
    ).toBe(expected);
  });

  it('with action route send the lead to the configured campaign', async () => {
    const decision = await decide(
      routingTableOf({ OWN: mondays('route', { routeToCampaignId: 'THERE' }), THERE: {} }),
    );
    expect(candidates(decision)).toEqual([
      'OWN own_campaign passed_over outside_hours',
      'THERE schedule chosen',
    ]);
  });

  it('hold the lead until they open, and take no slot meanwhile', async () => {
    const { decision, questions } = await ask(routingTableOf({ OWN: { ...mondays(), ...daily() } }), {
      tenantTimezone: 'America/New_York',
    });
    expect(decision).toMatchObject({
      kind: 'held',
      campaignId: 'OWN',
      until: new Date('2026-08-03T13:00:00Z'),
      waitsFor: [openingOf('OWN')],
    });
    expect(questions.some(({ kind }) => kind === 'reserve')).toBe(false);
  });

  it('reject the lead when they never open', async () => {
    const never = { deliverySchedule: { specificDays: [{ day: 'Monday', active: false }] } };
    expect(brief(await decide(routingTableOf({ OWN: never })))).toBe('rejected outside_hours');
    expect(
      brief(await decide(routingTableOf({ OWN: { ...daily(), ...never } }, { placed: fullDaily('OWN') }))),
    ).toBe('rejected outside_hours');
  });
});

describe('test leads', () => {
  it('are not counted and are subject to no limits', async () => {
    const { decision, questions } = await ask(
      routingTableOf({ OWN: daily('reject') }, { placed: fullDaily('OWN') }),
      {
        isTest: true,
      },
    );
    expect(decision).toMatchObject({ kind: 'routed' });
    expect(questions.map(({ kind }) => kind)).toEqual(['campaign', 'client']);
    expect(decision.trace[0]?.of).toContainEqual({
      looked: 'limit',
      verdict: 'skipped',
      because: 'test_lead',
    });
  });
});
