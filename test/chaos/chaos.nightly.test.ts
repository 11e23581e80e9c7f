import { runChaos } from './chaos-run.js';

it('the installation keeps every invariant during a minute and a half of all faults', async () => {
  const { code, report } = await runChaos(
    ...['--seed', '4711', '--minutes', '1.5', '--rate', '6', '--settle', '90'],
  );
  expect(report.violations).toEqual([]);
  expect(code).toBe(0);
  // A run in which little happened would keep any invariant.
  expect(report.counts.acknowledged).toBeGreaterThan(300);
  expect(report.counts.accepted).toBeGreaterThan(150);
  expect(Object.values(report.played).reduce((sum, times) => sum + times, 0)).toBeGreaterThan(25);
}, 600_000);

it.each([101, 202, 303])(
  'the installation keeps every invariant during five minutes of faults with seed %d',
  async (seed) => {
    const { code, report } = await runChaos('--seed', `${seed}`, '--minutes', '5', '--settle', '300');
    expect(report.violations).toEqual([]);
    expect(code).toBe(0);
    expect(report.counts.acknowledged).toBeGreaterThan(2_000);
    expect(report.played['hammer']).toBeGreaterThanOrEqual(1);
  },
  2_400_000,
);

it('the installation keeps every invariant during twenty minutes of faults with a flood and a poison lead, and recovers in time', async () => {
  const { code, report } = await runChaos(
    ...['--seed', '20', '--minutes', '20', '--rate', '6', '--settle', '300', '--recovery'],
  );
  expect(report.violations).toEqual([]);
  expect(code).toBe(0);
  expect(report.counts.acknowledged).toBeGreaterThan(10_000);
  expect(report.played).toMatchObject({ flood: 1, poison: 1 });
  const late = (report.recovery ?? []).filter(({ value, atMost }) => !(value <= atMost));
  expect(late).toEqual([]);
}, 4_800_000);
