import { missingVerdicts } from './missing-verdicts.js';

const answers = (all: number, missing: number) =>
  Array.from({ length: all }, (_, n) => (n < missing ? { unreadable: true as const } : {}));

it.each([
  [9, 9, undefined],
  [10, 1, undefined],
  [10, 2, 2],
  [50, 5, undefined],
  [50, 6, 6],
  [0, 0, undefined],
])('of %d answers %d without a verdict count as %p', (all, missing, expected) => {
  expect(missingVerdicts(answers(all, missing))).toBe(expected);
});
