import { instantsFromTo } from '../time/instants-from-to.js';
import { reportDaysOf } from './report-days.js';

const daysOf = (first: string, last: string, zone: string) => {
  const { from, before } = instantsFromTo(first, last, zone);
  return reportDaysOf(from!, before!, zone);
};

it.each([
  ['UTC', '2026-11-01', '2026-11-30', 60],
  ['America/New_York', '2026-10-01', '2026-11-30', 60],
  ['Asia/Kolkata', '2026-11-01', '2026-11-01', 15],
  ['Asia/Kathmandu', '2026-11-01', '2026-11-30', 15],
  // Its clocks are half an hour ahead in summer only.
  ['Australia/Lord_Howe', '2026-05-01', '2026-05-31', 15],
  ['Australia/Lord_Howe', '2026-11-01', '2026-11-30', 60],
  ['Australia/Lord_Howe', '2026-09-01', '2026-11-30', 15],
])('days of %s from %s to %s consist of whole spans', (zone, first, last, minutes) => {
  expect(daysOf(first, last, zone).minutes).toBe(minutes);
});

it('the days of a report begin at midnight of its zone, also where clocks change', () => {
  expect(daysOf('2026-10-31', '2026-11-02', 'America/New_York').days.map((day) => day.toISOString())).toEqual(
    ['2026-10-31T04:00:00.000Z', '2026-11-01T04:00:00.000Z', '2026-11-02T05:00:00.000Z'],
  );
});
