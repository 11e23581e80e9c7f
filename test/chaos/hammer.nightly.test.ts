import { playsOf, runChaos } from './chaos-run.js';

const outages = ['redis-killed', 'redis-paused', 'mongodb-killed', 'mongodb-paused', 'mongodb-killed-paused'];

it.each([1, 2, 3])(
  'the installation keeps every invariant while each store is killed and paused again and again under load, with %d processes of each worker',
  async (processes) => {
    const { code, report } = await runChaos(
      ...['--seed', `${40 + processes}`, '--processes', `${processes}`, '--only', ...outages],
      ...['--minutes', '3', '--rate', '40', '--settle', '200'],
    );
    expect(report.violations).toEqual([]);
    expect(code).toBe(0);
    expect(playsOf(report)).toBeGreaterThanOrEqual(12);
    expect(report.counts.acknowledged).toBeGreaterThan(2_000);
  },
  1_800_000,
);
