import { type DeliverySchedule, deliveryScheduleSchema, weekdays } from '@sluice/contracts';
import fc from 'fast-check';
import { deliveryWindow } from './delivery-window.js';

const newYork = 'America/New_York';
const lordHowe = 'Australia/Lord_Howe';

const schedule = (timezone: string | undefined, specificDays: unknown[]): DeliverySchedule =>
  deliveryScheduleSchema.parse({ timezone, specificDays });
const every = (startTime?: string, endTime?: string) => weekdays.map((day) => ({ day, startTime, endTime }));

const verdict = (hours: DeliverySchedule | undefined, now: string, fallback = 'UTC') => {
  const window = deliveryWindow(hours, new Date(now), fallback);
  return window.kind === 'open' ? 'open' : (window.opensAt?.toISOString() ?? 'never');
};

describe('delivery hours', () => {
  const officeHours = schedule(newYork, [
    { day: 'Monday', startTime: '09:00', endTime: '17:00' },
    { day: 'Tuesday', startTime: '09:00', endTime: '12:00' },
    { day: 'Tuesday', startTime: '13:00', endTime: '17:00' },
    { day: 'Wednesday', startTime: '09:00', endTime: '17:00', active: false },
  ]);

  test.each([
    ['before opening', '2026-08-03T12:59:59.999Z', '2026-08-03T13:00:00.000Z'],
    ['at opening', '2026-08-03T13:00:00Z', 'open'],
    ['at the last millisecond', '2026-08-03T20:59:59.999Z', 'open'],
    ['at the end, which is exclusive', '2026-08-03T21:00:00Z', '2026-08-04T13:00:00.000Z'],
    ['between two windows of a day', '2026-08-04T16:30:00Z', '2026-08-04T17:00:00.000Z'],
    ['on a day whose only entry is inactive', '2026-08-05T14:00:00Z', '2026-08-10T13:00:00.000Z'],
    ['on a day without an entry', '2026-08-08T14:00:00Z', '2026-08-10T13:00:00.000Z'],
  ])('are evaluated correctly %s', (_case, now, expected) => {
    expect(verdict(officeHours, now)).toBe(expected);
  });

  it('never close without a schedule or without entries', () => {
    expect(verdict(undefined, '2026-08-01T00:00:00Z')).toBe('open');
    expect(verdict(schedule(newYork, []), '2026-08-01T00:00:00Z')).toBe('open');
  });

  it('never open when every entry is inactive', () => {
    expect(verdict(schedule(newYork, [{ day: 'Monday', active: false }]), '2026-08-03T14:00:00Z')).toBe(
      'never',
    );
  });

  it('extend past midnight when they end at or before their start', () => {
    const night = schedule('UTC', [{ day: 'Saturday', startTime: '22:00', endTime: '06:00' }]);
    expect(verdict(night, '2026-08-01T21:59:00Z')).toBe('2026-08-01T22:00:00.000Z');
    expect(verdict(night, '2026-08-01T22:00:00Z')).toBe('open');
    expect(verdict(night, '2026-08-02T05:59:59Z')).toBe('open');
    expect(verdict(night, '2026-08-02T06:00:00Z')).toBe('2026-08-08T22:00:00.000Z');
    expect(verdict(schedule('UTC', every('09:00', '09:00')), '2026-08-02T08:00:00Z')).toBe('open');
  });

  it('last all day without times, and until midnight without an end time', () => {
    const days = schedule('UTC', [{ day: 'Saturday' }, { day: 'Monday', startTime: '10:00' }]);
    expect(verdict(days, '2026-08-01T00:00:00Z')).toBe('open');
    expect(verdict(days, '2026-08-01T23:59:59.999Z')).toBe('open');
    expect(verdict(days, '2026-08-02T00:00:00Z')).toBe('2026-08-03T10:00:00.000Z');
    expect(verdict(days, '2026-08-03T23:59:59.999Z')).toBe('open');
    expect(verdict(days, '2026-08-04T00:00:00Z')).toBe('2026-08-08T00:00:00.000Z');
  });

  it('use the fallback time zone when the schedule has none', () => {
    const hours = schedule(undefined, every('09:00', '17:00'));
    expect(verdict(hours, '2026-08-01T12:00:00Z', newYork)).toBe('2026-08-01T13:00:00.000Z');
    expect(verdict(hours, '2026-08-01T12:00:00Z', 'UTC')).toBe('open');
  });
});

describe('delivery hours on days of a clock change', () => {
  test.each([
    // 8 March 2026: 02:00 to 03:00 is skipped in New York.
    [
      'opening in the gap means its end',
      newYork,
      '02:30',
      '05:00',
      '2026-03-08T06:59:59Z',
      '2026-03-08T07:00:00.000Z',
    ],
    ['open at the end of the gap', newYork, '02:30', '05:00', '2026-03-08T07:00:00Z', 'open'],
    ['closing in the gap means its end', newYork, '01:00', '02:30', '2026-03-08T06:59:59Z', 'open'],
    [
      'closed from the end of the gap',
      newYork,
      '01:00',
      '02:30',
      '2026-03-08T07:00:00Z',
      '2026-03-09T05:00:00.000Z',
    ],
    [
      'hours inside the gap do not open',
      newYork,
      '02:15',
      '02:45',
      '2026-03-08T07:00:00Z',
      '2026-03-09T06:15:00.000Z',
    ],
    // 1 November 2026: 01:00 to 02:00 occurs twice.
    [
      'opening at a repeated time means the earlier',
      newYork,
      '01:30',
      '05:00',
      '2026-11-01T05:30:00Z',
      'open',
    ],
    ['not before the earlier', newYork, '01:30', '05:00', '2026-11-01T05:29:59Z', '2026-11-01T05:30:00.000Z'],
    ['closing at a repeated time means the later', newYork, '00:00', '01:30', '2026-11-01T06:29:59Z', 'open'],
    ['not after the later', newYork, '00:00', '01:30', '2026-11-01T06:30:00Z', '2026-11-02T05:00:00.000Z'],
    // Lord Howe: 02:00 to 02:30 is skipped on 4 October, 01:30 to 02:00 occurs twice on 5 April.
    ['half an hour skipped', lordHowe, '02:15', '05:00', '2026-10-03T15:29:59Z', '2026-10-03T15:30:00.000Z'],
    ['half an hour repeated, opening', lordHowe, '01:45', '05:00', '2026-04-04T14:45:00Z', 'open'],
    ['half an hour repeated, closing', lordHowe, '00:00', '01:45', '2026-04-04T15:14:59Z', 'open'],
    [
      'half an hour repeated, closed',
      lordHowe,
      '00:00',
      '01:45',
      '2026-04-04T15:15:00Z',
      '2026-04-05T13:30:00.000Z',
    ],
  ])('%s (%s %s to %s at %s)', (_case, zone, startTime, endTime, now, expected) => {
    expect(verdict(schedule(zone, every(startTime, endTime)), now)).toBe(expected);
  });

  it('skip a week when a weekly window falls entirely into the gap', () => {
    const hours = schedule(newYork, [{ day: 'Sunday', startTime: '02:00', endTime: '02:30' }]);
    expect(verdict(hours, '2026-03-07T12:00:00Z')).toBe('2026-03-15T06:00:00.000Z');
  });
});

it('the next opening of delivery hours is in the future, is open, and is the earliest such instant', () => {
  const time = fc.integer({ min: 0, max: 1_439 }).map((minute) => {
    const pad = (part: number) => String(part).padStart(2, '0');
    return `${pad(Math.floor(minute / 60))}:${pad(minute % 60)}`;
  });
  const entry = fc.record({
    day: fc.constantFrom(...weekdays),
    startTime: time,
    endTime: time,
    active: fc.boolean(),
  });
  const zones = fc.constantFrom('UTC', newYork, lordHowe, 'America/Havana');
  const instants = fc.date({ min: new Date('2026-01-01'), max: new Date('2028-01-01'), noInvalidDate: true });
  fc.assert(
    fc.property(
      zones,
      fc.array(entry, { minLength: 1, maxLength: 4 }),
      instants,
      fc.double({ min: 0, max: 1, noNaN: true }),
      (zone, days, now, part) => {
        const hours = schedule(zone, days);
        const decision = deliveryWindow(hours, now, 'UTC');
        if (decision.kind === 'open') return;
        if (!decision.opensAt) return void expect(days.every(({ active }) => !active)).toBe(true);
        const waitMs = decision.opensAt.getTime() - now.getTime();
        expect(waitMs).toBeGreaterThan(0);
        expect(deliveryWindow(hours, decision.opensAt, 'UTC').kind).toBe('open');
        const between = new Date(now.getTime() + Math.floor((waitMs - 1) * part));
        expect(deliveryWindow(hours, between, 'UTC')).toEqual(decision);
      },
    ),
    { numRuns: 500 },
  );
});
