import { instantsFromTo } from '../time/instants-from-to.js';
import { spanMinutesOf } from './span-minutes.js';

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
  const { from, before } = instantsFromTo(first, last, zone);
  expect(spanMinutesOf(from!, before!, zone)).toBe(minutes);
});
