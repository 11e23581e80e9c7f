import fc from 'fast-check';
import { instantOfWallTime, wallTimeAt } from './wall-time.js';

const at = (zone: string, wall: string, whenRepeated: 'earlier' | 'later' = 'earlier') =>
  new Date(instantOfWallTime(zone, Date.parse(`${wall}Z`), whenRepeated)).toISOString();

describe('the instant of a wall time', () => {
  test.each([
    ['UTC', '2026-08-01T09:00', '2026-08-01T09:00:00.000Z'],
    ['America/New_York', '2026-08-01T09:00', '2026-08-01T13:00:00.000Z'],
    ['America/New_York', '2026-01-01T09:00', '2026-01-01T14:00:00.000Z'],
    // 8 March 2026: 02:00 to 03:00 is skipped in New York.
    ['America/New_York', '2026-03-08T01:59', '2026-03-08T06:59:00.000Z'],
    ['America/New_York', '2026-03-08T02:00', '2026-03-08T07:00:00.000Z'],
    ['America/New_York', '2026-03-08T02:30', '2026-03-08T07:00:00.000Z'],
    ['America/New_York', '2026-03-08T03:00', '2026-03-08T07:00:00.000Z'],
    // 4 October 2026: 02:00 to 02:30 is skipped on Lord Howe.
    ['Australia/Lord_Howe', '2026-10-04T02:15', '2026-10-03T15:30:00.000Z'],
    ['Australia/Lord_Howe', '2026-10-04T02:30', '2026-10-03T15:30:00.000Z'],
    // Samoa skipped the whole of 30 December 2011.
    ['Pacific/Apia', '2011-12-30T12:00', '2011-12-30T10:00:00.000Z'],
    // Midnight itself is skipped.
    ['America/Havana', '2026-03-08T00:00', '2026-03-08T05:00:00.000Z'],
  ])('in %s at %s is %s', (zone, wall, instant) => {
    expect(at(zone, wall, 'earlier')).toBe(instant);
    expect(at(zone, wall, 'later')).toBe(instant);
  });

  test.each([
    // 1 November 2026: 01:00 to 02:00 occurs twice in New York.
    ['America/New_York', '2026-11-01T01:30', '2026-11-01T05:30:00.000Z', '2026-11-01T06:30:00.000Z'],
    // 5 April 2026: 01:30 to 02:00 occurs twice on Lord Howe.
    ['Australia/Lord_Howe', '2026-04-05T01:45', '2026-04-04T14:45:00.000Z', '2026-04-04T15:15:00.000Z'],
  ])('that occurs twice in %s at %s is the requested one of the two', (zone, wall, earlier, later) => {
    expect(at(zone, wall, 'earlier')).toBe(earlier);
    expect(at(zone, wall, 'later')).toBe(later);
  });

  it('is one of the instants at which local clocks show it', () => {
    const zones = fc.constantFrom(
      'UTC',
      'America/New_York',
      'Australia/Lord_Howe',
      'Asia/Kathmandu',
      'Africa/Casablanca',
    );
    const instants = fc.date({
      min: new Date('2015-01-01'),
      max: new Date('2040-01-01'),
      noInvalidDate: true,
    });
    fc.assert(
      fc.property(zones, instants, (zone, date) => {
        const wall = wallTimeAt(zone, date.getTime());
        const earlier = instantOfWallTime(zone, wall, 'earlier');
        const later = instantOfWallTime(zone, wall, 'later');
        expect([earlier, later]).toContain(date.getTime());
        expect(wallTimeAt(zone, earlier)).toBe(wall);
        expect(wallTimeAt(zone, later)).toBe(wall);
      }),
      { numRuns: 500 },
    );
  });
});
