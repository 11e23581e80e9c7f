import { localDaysBetween } from './report-days.js';

const beginnings = (zone: string, from: string, before: string) =>
  localDaysBetween(zone, new Date(from), new Date(before)).map((day) => day.from.toISOString());

it('days begin at midnight of their zone, also where clocks change', () => {
  expect(beginnings('America/New_York', '2026-10-31T04:00:00Z', '2026-11-03T05:00:00Z')).toEqual([
    '2026-10-31T04:00:00.000Z',
    '2026-11-01T04:00:00.000Z',
    '2026-11-02T05:00:00.000Z',
  ]);
});

it('the first day is the one that holds the instant, and the last one begins before the end', () => {
  expect(beginnings('Asia/Kathmandu', '2026-11-01T12:00:00Z', '2026-11-02T18:15:00Z')).toEqual([
    '2026-10-31T18:15:00.000Z',
    '2026-11-01T18:15:00.000Z',
  ]);
});

it('each day ends where the next one begins', () => {
  const days = localDaysBetween('Europe/Berlin', new Date('2026-03-27Z'), new Date('2026-04-02Z'));
  for (const [n, { before }] of days.slice(0, -1).entries()) expect(before).toEqual(days[n + 1]?.from);
  expect(days.map(({ from, before }) => (before.getTime() - from.getTime()) / 3_600_000)).toContain(23);
});

it('a day that a zone has left out is none', () => {
  expect(beginnings('Pacific/Apia', '2011-12-29T12:00:00Z', '2012-01-01T10:00:00Z')).toEqual([
    '2011-12-29T10:00:00.000Z',
    '2011-12-30T10:00:00.000Z',
    '2011-12-31T10:00:00.000Z',
  ]);
});
