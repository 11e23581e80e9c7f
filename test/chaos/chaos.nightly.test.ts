import { playsOf, runChaos } from './chaos-run.js';

it('the installation keeps every invariant during a minute and a half of all faults', async () => {
  const { code, report } = await runChaos(
    ...['--seed', '4711', '--minutes', '1.5', '--rate', '6', '--settle', '90'],
  );
  expect(report.violations).toEqual([]);
  expect(code).toBe(0);
  // A run in which little happened would keep any invariant.
  expect(report.counts.acknowledged).toBeGreaterThan(300);
  expect(report.counts.accepted).toBeGreaterThan(150);
  expect(playsOf(report)).toBeGreaterThan(25);
}, 600_000);

it.each([
  { seed: 101, minutes: 5 },
  { seed: 202, minutes: 5 },
  { seed: 20, minutes: 20 },
])(
  'the installation keeps every invariant during $minutes minutes of faults with seed $seed',
  async ({ seed, minutes }) => {
    const { code, report } = await runChaos(
      ...['--seed', `${seed}`, '--minutes', `${minutes}`, '--rate', '6', '--settle', '300'],
    );
    expect(report.violations).toEqual([]);
    expect(code).toBe(0);
    expect(report.counts.acknowledged).toBeGreaterThan(400 * minutes);
    expect(report.counts.sales).toBeGreaterThan(100 * minutes);
  },
  4_800_000,
);
