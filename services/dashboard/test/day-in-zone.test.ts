import { beginningOf, dayIn, daysAfter } from '../web/src/components/day-in-zone.js';

describe('a day chosen in the web app', () => {
  it.each([
    ['America/New_York', '2026-01-15', 0, '2026-01-15T05:00:00.000Z'],
    ['America/New_York', '2026-03-08', 0, '2026-03-08T05:00:00.000Z'],
    ['America/New_York', '2026-03-08', 1, '2026-03-09T04:00:00.000Z'],
    ['America/New_York', '2026-11-01', 1, '2026-11-02T05:00:00.000Z'],
    ['Asia/Kolkata', '2026-12-31', 1, '2026-12-31T18:30:00.000Z'],
    ['Pacific/Auckland', '2026-04-05', 0, '2026-04-04T11:00:00.000Z'],
    ['UTC', '2028-02-28', 1, '2028-02-29T00:00:00.000Z'],
    // On this day clocks go from 24:00 to 01:00, so it has no midnight.
    ['America/Asuncion', '2023-10-01', 0, '2023-10-01T04:00:00.000Z'],
  ])('begins in %s at the midnight of %s (+%i d)', (zone, day, later, at) => {
    expect(beginningOf(zone, day, later)?.toISOString()).toBe(at);
  });

  it('is one and the same day from its first to its last millisecond, in every zone', () => {
    for (const zone of Intl.supportedValuesOf('timeZone').filter((_, n) => n % 9 === 0)) {
      for (const day of ['2026-03-08', '2026-03-29', '2026-10-25', '2026-11-01', '2026-07-04']) {
        const [from, to] = [beginningOf(zone, day), beginningOf(zone, day, 1)];
        const days = [from!.getTime() - 1, from!.getTime(), to!.getTime() - 1, to!.getTime()].map((ms) =>
          dayIn(zone, new Date(ms)),
        );
        expect([zone, days[0]! < day, days[1], days[2], days[3]! > day]).toEqual([
          zone,
          true,
          day,
          day,
          true,
        ]);
      }
    }
  });

  it('is undefined if the text is not a date', () => {
    for (const text of [undefined, '', 'today', '2026-13-45', '2026-1-1'])
      expect(beginningOf('UTC', text)).toBeUndefined();
  });
});

it('a day some days after another is counted by the calendar', () => {
  expect(['2026-02-27', '2026-10-31'].map((day) => daysAfter(day, 7))).toEqual(['2026-03-06', '2026-11-07']);
});
