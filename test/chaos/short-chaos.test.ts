/** @jest-environment-options {"fillsMachine": true} */
import { playsOf, runChaos } from './chaos-run.js';

it('the installation keeps every invariant during a short run of all faults', async () => {
  const { code, report } = await runChaos(
    ...['--seed', '4711', '--minutes', '0.5', '--rate', '2', '--settle', '90'],
  );
  expect(report.violations).toEqual([]);
  expect(code).toBe(0);
  // A run in which little happened would keep any invariant, so this requires as much per minute as the long runs.
  expect(report.counts.acknowledged).toBeGreaterThan(100);
  expect(report.counts.accepted).toBeGreaterThan(50);
  expect(playsOf(report)).toBeGreaterThan(8);
}, 600_000);
