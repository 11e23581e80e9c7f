import { runChaos } from './chaos-run.js';

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
