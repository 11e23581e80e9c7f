import { runChaos } from './chaos-run.js';

// A play consists of ten kills, and a play that has begun is finished.
const LEAST_PLAYS = 2;

it.each([1, 2, 3])(
  'the installation keeps every invariant while both stores are killed repeatedly under load, with %d processes of each worker',
  async (processes) => {
    const { code, report } = await runChaos(
      ...['--seed', `${40 + processes}`, '--processes', `${processes}`, '--only', 'hammer'],
      ...['--minutes', '3', '--rate', '40', '--settle', '200'],
    );
    expect(report.violations).toEqual([]);
    expect(code).toBe(0);
    expect(report.played['hammer']).toBeGreaterThanOrEqual(LEAST_PLAYS);
    expect(report.counts.acknowledged).toBeGreaterThan(2_000);
  },
  1_800_000,
);
