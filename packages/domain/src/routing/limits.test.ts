import type { Campaign, Client } from '@sluice/contracts';
import { campaignOf, clientOf } from '../../test/builders.js';
import { campaignCount, clientCount, countsOf } from './limits.js';

const client = (settings: Client['settings']): Client => clientOf({ settings });
const now = new Date('2026-08-02T03:30:00Z');

const limitsOf = (limited: Campaign, buyer?: Client, tenantTimezone?: string, when = now) => [
  ...campaignCount(limited, buyer, tenantTimezone, when).limits,
  ...(buyer ? clientCount(buyer, tenantTimezone, when).limits : []),
];
const names = (...of: Parameters<typeof limitsOf>) =>
  limitsOf(...of).map(({ name, cap }) => `${name}=${cap}`);

it('limits are ordered from the longest period to the shortest', () => {
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

it('a lead counts for the campaign and its client, each in its own time zone, also without limits', () => {
  const sent = { deliverySchedule: { timezone: 'America/New_York' } };
  expect(countsOf(campaignOf(sent), client({}), undefined, now)).toEqual([
    {
      name: 'campaign.ACMRU',
      owner: { campaignId: 'ACMRU' },
      zone: 'America/New_York',
      starts: {
        hourly: new Date('2026-08-02T03:00:00Z'),
        daily: new Date('2026-08-01T04:00:00Z'),
        weekly: new Date('2026-07-27T04:00:00Z'),
        monthly: new Date('2026-08-01T04:00:00Z'),
      },
      limits: [],
    },
    {
      name: 'client.cli_acme',
      owner: { clientId: 'cli_acme' },
      zone: 'UTC',
      starts: {
        hourly: new Date('2026-08-02T03:00:00Z'),
        daily: new Date('2026-08-02T00:00:00Z'),
        weekly: new Date('2026-07-27T00:00:00Z'),
        monthly: new Date('2026-08-01T00:00:00Z'),
      },
      limits: [],
    },
  ]);
});

it('a client with limits is asked for room before the campaign, whose limits may refuse the lead', () => {
  const counts = countsOf(campaignOf({}), client({ maxLeadsPerDay: 7 }), undefined, now);
  expect(counts.map(({ name }) => name)).toEqual(['client.cli_acme', 'campaign.ACMRU']);
});

it('a limit counts per day when no type is given, and queues when no action is given', () => {
  const [limit] = limitsOf(campaignOf({ deliveryLimits: [{ cap: 3 }] }));
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

  it('does not affect the client’s own count, which its campaigns have in common', () => {
    const limits = names(campaignOf(scheduled), client({ timezone: 'America/New_York', maxLeadsPerDay: 5 }));
    expect(limits).toEqual(['campaign.ACMRU.daily.2026-08-02=3', 'client.cli_acme.daily.2026-08-01=5']);
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
    'applies from the local start date to the local end date: the number of limits at %s is %i',
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
    const limits = limitsOf(campaignOf({ deliveryLimits }));
    expect(limits).toHaveLength(1);
    expect(limits[0]).toMatchObject({ cap: 3, action: 'next' });
  });

  const opening = (deliveryLimit: Record<string, unknown>) =>
    limitsOf(campaignOf({ deliveryLimits: [deliveryLimit] }))[0]?.opensAt?.toISOString();

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
