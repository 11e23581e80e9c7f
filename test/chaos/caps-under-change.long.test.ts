import { runChaos } from './chaos-run.js';

it('limits that come, go, pause, and change their period and time zone under 200 leads at once are not exceeded once they are known, and the counts are the placements, while workers are killed', async () => {
  const { code, report } = await runChaos(
    ...['--seed', '5', '--processes', '3', '--only', 'limits'],
    ...['--minutes', '0.4', '--rate', '2', '--settle', '60'],
  );
  expect(report.violations).toEqual([]);
  expect(code).toBe(0);
  // Limits that let nobody in, or are never reached, would never be exceeded.
  expect(report.counts.changedLimits.used).toBeGreaterThan(2);
  expect(report.counts.changedLimits.reached).toBeGreaterThan(0);
}, 1_200_000);
