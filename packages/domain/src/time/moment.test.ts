import { daysSince, localDay, parseMoment } from './moment.js';

test.each([
  ['2026-02-28', { kind: 'date', dayMs: Date.UTC(2026, 1, 28) }],
  [' 2024-02-29 ', { kind: 'date', dayMs: Date.UTC(2024, 1, 29) }],
  ['2026-01-02T03:04:05.678Z', { kind: 'instant', ms: Date.UTC(2026, 0, 2, 3, 4, 5, 678) }],
  ['2026-01-02T03:04', { kind: 'instant', ms: Date.UTC(2026, 0, 2, 3, 4) }],
  ['2026-01-02 03:04:05', { kind: 'instant', ms: Date.UTC(2026, 0, 2, 3, 4, 5) }],
  ['2026-01-02T03:04:05+0530', { kind: 'instant', ms: Date.UTC(2026, 0, 1, 21, 34, 5) }],
])('%j is read as a date or an instant', (text, moment) => {
  expect(parseMoment(text)).toEqual(moment);
});

test.each([
  '2026-02-29',
  '2026-13-01',
  '2026-00-10',
  '2026-01-00',
  '01/02/2026',
  '2026',
  '2026-01-02T25:00',
  '',
  20260102,
  null,
  ['2026-01-02'],
])('%j is neither a date nor an instant', (value) => {
  expect(parseMoment(value)).toBeUndefined();
});

it('today is the local day of the time zone', () => {
  const lateInLondon = new Date('2026-08-01T23:30:00Z');
  expect(new Date(localDay(lateInLondon, 'Europe/London')).toISOString()).toBe('2026-08-02T00:00:00.000Z');
  const injured = parseMoment('2026-08-01');
  expect(injured && daysSince(injured, lateInLondon, 'Europe/London')).toBe(1);
  expect(injured && daysSince(injured, lateInLondon, 'UTC')).toBe(0);
});
