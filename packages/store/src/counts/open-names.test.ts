import { isOverdue } from './open-names.js';

const MINUTE_MS = 60_000;

it('a name is audited when it is old enough, then when its age has doubled, and then every hour', () => {
  const youngMs = MINUTE_MS / 2;
  const audits: number[] = [];
  for (let ageMs = 0; ageMs <= 5 * 60 * MINUTE_MS; ageMs += youngMs)
    if (isOverdue(ageMs, { youngMs, sinceMs: youngMs })) audits.push(ageMs / MINUTE_MS);
  expect(audits).toEqual([0.5, 1, 2, 4, 8, 16, 32, 60, 120, 180, 240, 300]);
});

it('every old enough name is audited where the last audit is not known', () => {
  const audited = { youngMs: 30_000, sinceMs: Infinity };
  expect([29_999, 30_000, 31_000, 7 * 60 * MINUTE_MS].map((ageMs) => isOverdue(ageMs, audited))).toEqual([
    false,
    true,
    true,
    true,
  ]);
});
