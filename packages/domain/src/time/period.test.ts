import fc from 'fast-check';
import { periodAt, type PeriodType } from './period.js';

const iso = (type: PeriodType, zone: string, now: string) => {
  const { key, start, end } = periodAt(type, zone, new Date(now));
  return [key, start.toISOString(), end?.toISOString()];
};

describe('a limit period', () => {
  test.each<[PeriodType, string, string, string, string, string]>([
    [
      'hourly',
      'UTC',
      '2026-08-01T14:59:59.999Z',
      '2026-08-01T14',
      '2026-08-01T14:00:00.000Z',
      '2026-08-01T15:00:00.000Z',
    ],
    [
      'daily',
      'UTC',
      '2026-08-01T00:00:00Z',
      '2026-08-01',
      '2026-08-01T00:00:00.000Z',
      '2026-08-02T00:00:00.000Z',
    ],
    [
      'daily',
      'America/New_York',
      '2026-08-01T03:59:59Z',
      '2026-07-31',
      '2026-07-31T04:00:00.000Z',
      '2026-08-01T04:00:00.000Z',
    ],
    [
      'weekly',
      'UTC',
      '2026-08-02T23:00:00Z',
      '2026-W31',
      '2026-07-27T00:00:00.000Z',
      '2026-08-03T00:00:00.000Z',
    ],
    [
      'weekly',
      'UTC',
      '2027-01-01T12:00:00Z',
      '2026-W53',
      '2026-12-28T00:00:00.000Z',
      '2027-01-04T00:00:00.000Z',
    ],
    [
      'monthly',
      'America/New_York',
      '2026-03-01T04:00:00Z',
      '2026-02',
      '2026-02-01T05:00:00.000Z',
      '2026-03-01T05:00:00.000Z',
    ],
    [
      'monthly',
      'America/New_York',
      '2026-03-31T12:00:00Z',
      '2026-03',
      '2026-03-01T05:00:00.000Z',
      '2026-04-01T04:00:00.000Z',
    ],
    // New York's day of 23 hours, its hour before the gap, and the hour after it.
    [
      'daily',
      'America/New_York',
      '2026-03-08T12:00:00Z',
      '2026-03-08',
      '2026-03-08T05:00:00.000Z',
      '2026-03-09T04:00:00.000Z',
    ],
    [
      'hourly',
      'America/New_York',
      '2026-03-08T06:30:00Z',
      '2026-03-08T01',
      '2026-03-08T06:00:00.000Z',
      '2026-03-08T07:00:00.000Z',
    ],
    [
      'hourly',
      'America/New_York',
      '2026-03-08T07:00:00Z',
      '2026-03-08T03',
      '2026-03-08T07:00:00.000Z',
      '2026-03-08T08:00:00.000Z',
    ],
    // Its day of 25 hours; the hour that the clock shows twice is one period.
    [
      'daily',
      'America/New_York',
      '2026-11-01T12:00:00Z',
      '2026-11-01',
      '2026-11-01T04:00:00.000Z',
      '2026-11-02T05:00:00.000Z',
    ],
    [
      'hourly',
      'America/New_York',
      '2026-11-01T05:30:00Z',
      '2026-11-01T01',
      '2026-11-01T05:00:00.000Z',
      '2026-11-01T07:00:00.000Z',
    ],
    [
      'hourly',
      'America/New_York',
      '2026-11-01T06:30:00Z',
      '2026-11-01T01',
      '2026-11-01T05:00:00.000Z',
      '2026-11-01T07:00:00.000Z',
    ],
    // Lord Howe shifts by half an hour: one hour of 30 minutes, and one of 90.
    [
      'hourly',
      'Australia/Lord_Howe',
      '2026-10-03T15:45:00Z',
      '2026-10-04T02',
      '2026-10-03T15:30:00.000Z',
      '2026-10-03T16:00:00.000Z',
    ],
    [
      'hourly',
      'Australia/Lord_Howe',
      '2026-04-04T15:15:00Z',
      '2026-04-05T01',
      '2026-04-04T14:00:00.000Z',
      '2026-04-04T15:30:00.000Z',
    ],
    // Havana skips midnight in spring: the day starts with its first existing instant.
    [
      'daily',
      'America/Havana',
      '2026-03-08T12:00:00Z',
      '2026-03-08',
      '2026-03-08T05:00:00.000Z',
      '2026-03-09T04:00:00.000Z',
    ],
  ])('of type %s in %s at %s is %s', (type, zone, now, key, start, end) => {
    expect(iso(type, zone, now)).toEqual([key, start, end]);
  });

  it('of a lifetime never ends', () => {
    expect(iso('lifetime', 'UTC', '2026-08-01T00:00:00Z')).toEqual([
      'all',
      '1970-01-01T00:00:00.000Z',
      undefined,
    ]);
  });

  it('contains the instant it was computed for, ends later, and is the same for each of its instants', () => {
    const types = fc.constantFrom<PeriodType>('hourly', 'daily', 'weekly', 'monthly');
    const zones = fc.constantFrom(
      'UTC',
      'America/New_York',
      'Australia/Lord_Howe',
      'America/Havana',
      'America/St_Johns',
      'Asia/Kathmandu',
    );
    const instants = fc.date({
      min: new Date('2005-01-01'),
      max: new Date('2040-01-01'),
      noInvalidDate: true,
    });
    fc.assert(
      fc.property(types, zones, instants, (type, zone, now) => {
        const period = periodAt(type, zone, now);
        const end = period.end?.getTime() ?? 0;
        expect(period.start.getTime()).toBeLessThanOrEqual(now.getTime());
        expect(end).toBeGreaterThan(now.getTime());
        expect(periodAt(type, zone, period.start).key).toBe(period.key);
        expect(periodAt(type, zone, new Date(end)).key > period.key).toBe(true);
      }),
      { numRuns: 500 },
    );
  });
});
