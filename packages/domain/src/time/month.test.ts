import { monthIn } from './month.js';

const now = new Date('2026-11-01T03:30:00Z');
const shown = (zone: string, named: string) => {
  const { key, from, before } = monthIn(zone, named, now);
  return [key, from.toISOString(), before.toISOString()];
};

it.each([
  // It is still October there.
  ['America/New_York', 'this', '2026-10', '2026-10-01T04:00:00.000Z', '2026-11-01T04:00:00.000Z'],
  ['America/New_York', 'last', '2026-09', '2026-09-01T04:00:00.000Z', '2026-10-01T04:00:00.000Z'],
  ['Asia/Tokyo', 'this', '2026-11', '2026-10-31T15:00:00.000Z', '2026-11-30T15:00:00.000Z'],
  // Clocks go back in it.
  ['America/New_York', '2026-11', '2026-11', '2026-11-01T04:00:00.000Z', '2026-12-01T05:00:00.000Z'],
  ['UTC', '2026-12', '2026-12', '2026-12-01T00:00:00.000Z', '2027-01-01T00:00:00.000Z'],
])('the month of %s named %s is %s', (zone, named, ...month) => {
  expect(shown(zone, named)).toEqual(month);
});

it('the month before January is December of the year before', () => {
  expect(monthIn('UTC', 'last', new Date('2026-01-15T00:00:00Z')).key).toBe('2025-12');
});

it('months follow each other without a gap, where clocks change at midnight of the first', () => {
  // Paraguay's clocks went forward at midnight of 1 October 2017.
  const [september, october] = ['2017-09', '2017-10'].map((key) => monthIn('America/Asuncion', key, now));
  expect(september?.before).toEqual(october?.from);
  expect(october?.from.toISOString()).toBe('2017-10-01T04:00:00.000Z');
});
