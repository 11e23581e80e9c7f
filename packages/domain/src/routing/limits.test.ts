import type { Campaign, Client } from '@sluice/contracts';
import { campaignOf, clientOf } from '../../test/builders.js';
import { applicableLimits, limitCounters } from './limits.js';

const client = (settings: Client['settings']): Client => clientOf({ settings });
const now = new Date('2026-08-02T03:30:00Z');

const names = (limited: Campaign, buyer?: Client, tenantTimezone?: string, when = now) =>
  limitCounters(limited, buyer, tenantTimezone, when).map(({ counter, cap }) => `${counter}=${cap}`);

it('counters are ordered from the longest period to the shortest, those of the client last', () => {
  const deliveryLimits = ['hourly', 'daily', 'weekly', 'monthly', 'total'].map((type, cap) => ({
    type,
    cap,
  }));
  expect(names(campaignOf({ deliveryLimits }), client({ maxLeadsPerDay: 7, maxLeadsPerMonth: 8 }))).toEqual([
    'campaign.ACMRU.lifetime.all=4',
    'campaign.ACMRU.monthly.2026-08=3',
    'campaign.ACMRU.weekly.2026-W31=2',
    'campaign.ACMRU.daily.2026-08-02=1',
    'campaign.ACMRU.hourly.2026-08-02T03=0',
    'client.cli_acme.monthly.2026-08=8',
    'client.cli_acme.daily.2026-08-02=7',
  ]);
});

it('there are no counters without limits', () => {
  expect(limitCounters(campaignOf({}), undefined, undefined, now)).toEqual([]);
  expect(limitCounters(campaignOf({ deliveryLimits: [] }), client({}), undefined, now)).toEqual([]);
});

it('a limit counts per day when no type is given, and queues when no action is given', () => {
  const [limit] = applicableLimits(campaignOf({ deliveryLimits: [{ cap: 3 }] }), undefined, undefined, now);
  expect(limit).toMatchObject({ type: 'daily', action: 'queue', opensAt: new Date('2026-08-03T00:00:00Z') });
});

describe('the time zone of a campaign’s periods', () => {
  const daily = { deliveryLimits: [{ cap: 3, type: 'daily' }] };
  const scheduled = { ...daily, deliverySchedule: { timezone: 'Australia/Lord_Howe' } };
  test.each([
    ['its schedule’s', scheduled, 'America/New_York', 'UTC', '2026-08-02'],
    ['else the client’s', daily, 'America/New_York', 'UTC', '2026-08-01'],
    ['else the tenant’s', daily, undefined, 'America/Los_Angeles', '2026-08-01'],
    ['else UTC', daily, undefined, undefined, '2026-08-02'],
  ])('is %s', (_whose, sent, timezone, tenantTimezone, day) => {
    expect(names(campaignOf(sent), client({ timezone }), tenantTimezone)).toEqual([
      `campaign.ACMRU.daily.${day}=3`,
    ]);
  });

  it('does not affect the client’s own counters, which its campaigns have in common', () => {
    const counters = names(
      campaignOf(scheduled),
      client({ timezone: 'America/New_York', maxLeadsPerDay: 5 }),
    );
    expect(counters).toEqual(['campaign.ACMRU.daily.2026-08-02=3', 'client.cli_acme.daily.2026-08-01=5']);
  });

  it('gives the period’s bounds in UTC', () => {
    const [counter] = limitCounters(
      campaignOf(daily),
      client({ timezone: 'America/New_York' }),
      undefined,
      now,
    );
    expect(counter).toEqual({
      counter: 'campaign.ACMRU.daily.2026-08-01',
      owner: { campaignId: 'ACMRU' },
      since: undefined,
      cap: 3,
      periodStart: new Date('2026-08-01T04:00:00Z'),
      periodEnd: new Date('2026-08-02T04:00:00Z'),
    });
  });
});

describe('a limit', () => {
  const dated = campaignOf({
    deliverySchedule: { timezone: 'America/New_York' },
    deliveryLimits: [{ cap: 3, type: 'daily', startDate: '2026-08-01', endDate: '2026-08-02' }],
  });
  test.each([
    ['2026-08-01T03:59:59Z', 0],
    ['2026-08-01T04:00:00Z', 1],
    ['2026-08-03T03:59:59Z', 1],
    ['2026-08-03T04:00:00Z', 0],
  ])(
    'applies from the local start date to the local end date: the number of counters at %s is %i',
    (when, count) => {
      expect(names(dated, undefined, undefined, new Date(when))).toHaveLength(count);
    },
  );

  it('does not apply while it is inactive', () => {
    expect(names(campaignOf({ deliveryLimits: [{ cap: 3, active: false }] }))).toEqual([]);
  });

  it('is replaced by a lower limit of the same type, with the action of the lower one', () => {
    const deliveryLimits = [
      { cap: 5, type: 'daily', action: 'reject' },
      { cap: 3, type: 'daily', action: 'next' },
      { cap: 3, type: 'daily', action: 'reject' },
      { cap: 1, type: 'daily', action: 'reject', endDate: '2026-07-01' },
    ];
    const limits = applicableLimits(campaignOf({ deliveryLimits }), undefined, undefined, now);
    expect(limits).toHaveLength(1);
    expect(limits[0]).toMatchObject({ cap: 3, action: 'next' });
  });

  const opening = (deliveryLimit: Record<string, unknown>) =>
    applicableLimits(
      campaignOf({ deliveryLimits: [deliveryLimit] }),
      undefined,
      undefined,
      now,
    )[0]?.opensAt?.toISOString();

  test.each([
    ['when its period ends', { cap: 1, type: 'weekly' }, '2026-08-03T00:00:00.000Z'],
    ['never, for a lifetime', { cap: 1, type: 'lifetime' }, undefined],
    ['never, at a cap of zero', { cap: 0, type: 'hourly' }, undefined],
    [
      'when it ends, if that comes first',
      { cap: 1, type: 'monthly', endDate: '2026-08-10' },
      '2026-08-11T00:00:00.000Z',
    ],
    [
      'when its period ends, if that comes first',
      { cap: 1, type: 'daily', endDate: '2026-08-10' },
      '2026-08-03T00:00:00.000Z',
    ],
    [
      'when it ends, for a lifetime',
      { cap: 1, type: 'lifetime', endDate: '2026-08-10' },
      '2026-08-11T00:00:00.000Z',
    ],
    ['when it ends, at a cap of zero', { cap: 0, endDate: '2026-08-10' }, '2026-08-11T00:00:00.000Z'],
  ])('when full opens %s', (_when, limit, opensAt) => {
    expect(opening(limit)).toBe(opensAt);
  });
});

describe('the earliest instant since when no lead can have bypassed a limit', () => {
  const createdAt = '2026-01-01T00:00:00.000Z';
  const updatedAt = '2026-07-31T12:00:00.000Z';
  const since = (limit: object, times: object) => {
    const limited = { ...campaignOf({ deliveryLimits: [{ type: 'daily', cap: 1, ...limit }] }), ...times };
    return limitCounters(limited, client({}), 'America/New_York', now)[0]?.since?.toISOString();
  };
  it.each([
    ['none of a campaign that was never changed', {}, { createdAt, updatedAt: createdAt }, undefined],
    ['that of the last change', {}, { createdAt, updatedAt }, updatedAt],
    [
      'the first midnight of its dates, where that is later',
      { startDate: '2026-08-01' },
      { createdAt, updatedAt },
      '2026-08-01T04:00:00.000Z',
    ],
    [
      'that of the last change, where dates began before',
      { startDate: '2026-07-01' },
      { createdAt, updatedAt },
      updatedAt,
    ],
  ])('is %s', (_what, limit, times, expected) => expect(since(limit, times)).toBe(expected));

  it('is the last change of the client for a limit of the client', () => {
    const changed = { ...client({ maxLeadsPerDay: 3 }), createdAt, updatedAt };
    expect(limitCounters(campaignOf({}), changed, undefined, now)[0]?.since).toEqual(new Date(updatedAt));
  });
});
