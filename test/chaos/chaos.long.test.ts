import { runChaos } from './chaos-run.js';

it.each([101, 202, 303])(
  'keeps every promise for five minutes of seed %d',
  async (seed) => {
    const { code, report } = await runChaos('--seed', `${seed}`, '--minutes', '5', '--settle', '300');
    expect(report.violations).toEqual([]);
    expect(code).toBe(0);
    expect(report.counts.acknowledged).toBeGreaterThan(2_000);
  },
  900_000,
);
