import { runChaos, type ChaosReport } from './chaos-run.js';

const complaints = ({ violations }: ChaosReport) =>
  violations.map(({ invariant, what }) => `${invariant} ${what}`);

// A checker that never complains proves nothing: these builds are broken, and it has to say so. A build that is whole
// passes the same runs, in the same time.
describe('a build that is broken on purpose', () => {
  it('without the sweep, loses what an emptied Redis forgot', async () => {
    const { code, report } = await runChaos(
      ...['--broken', 'no-sweep', '--seed', '1', '--minutes', '0.05'],
      ...['--only', 'redis-emptied', '--settle', '35'],
    );
    expect(code).toBe(1);
    expect(complaints(report)).toContainEqual(expect.stringMatching(/^I1 has not ended/));
  }, 300_000);

  it('with a journal that can be overwritten, decides again what was decided', async () => {
    const { code, report } = await runChaos(
      ...['--broken', 'overwritable-journal', '--seed', '7', '--minutes', '0.05'],
      ...['--only', 'freeze-qualification', '--settle', '12'],
    );
    expect(code).toBe(1);
    expect(complaints(report)).toContainEqual(expect.stringMatching(/^I1 .*it was rewritten/));
  }, 300_000);
});
