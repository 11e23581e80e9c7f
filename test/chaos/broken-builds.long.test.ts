import { runChaos, type ChaosReport } from './chaos-run.js';

const complaints = ({ violations }: ChaosReport) =>
  violations.map(({ invariant, what }) => `${invariant} ${what}`);

// A checker that never complains proves nothing, so it must find these deliberately broken builds. An intact build
// passes the same runs in the same time.
describe('the chaos checks', () => {
  it('detect a build without the sweep, which loses the leads of an emptied Redis', async () => {
    // A run in which no job waits at the right moment loses nothing.
    for (const seed of ['1', '2', '3', '4']) {
      const { code, report } = await runChaos(
        ...['--broken', 'no-sweep', '--seed', seed, '--minutes', '0.05'],
        ...['--only', 'redis-emptied', '--settle', '35'],
      );
      if (code === 0) continue;
      expect(complaints(report)).toContainEqual(
        expect.stringMatching(/^I1 (has not ended|was planned and never carried out)/),
      );
      return;
    }
    throw new Error('the checker found no violation in any run');
  }, 600_000);

  it('detect a build with a mutable journal, which replaces recorded decisions', async () => {
    // The conflict needs two workers at the same moment, which does not happen under every seed.
    for (const seed of ['7', '8', '9', '10']) {
      const { code, report } = await runChaos(
        ...['--broken', 'overwritable-journal', '--seed', seed, '--minutes', '0.05'],
        ...['--only', 'freeze-qualification', '--settle', '12'],
      );
      if (code === 0) continue;
      expect(complaints(report)).toContainEqual(expect.stringMatching(/^I1 .*it was rewritten/));
      return;
    }
    throw new Error('the checker found no violation in any run');
  }, 600_000);
});
