import { runChaos } from './chaos-run.js';

// A checker that never complains proves nothing, so it must find these deliberately broken builds. An intact build
// passes the same runs in the same time.
describe('the chaos checks', () => {
  it('detect a build without the sweep, which loses the leads of an emptied Redis', async () => {
    const run = ['--broken', 'no-sweep', '--only', 'redis-emptied', '--settle', '35'];
    // A run in which no job waits at the right moment loses nothing.
    await expectComplaint(/^I1 (has not ended|was planned and never carried out)/, run, [1, 2, 3, 4]);
  }, 600_000);

  it('detect a build with a mutable journal, which replaces recorded decisions', async () => {
    const run = ['--broken', 'overwritable-journal', '--only', 'freeze-qualification', '--settle', '12'];
    // The conflict needs two workers at the same moment, which does not happen under every seed.
    await expectComplaint(/^I1 .*it was rewritten/, run, [7, 8, 9, 10, 11, 12, 13, 14]);
  }, 900_000);
});

/** Repeats a short run under these seeds until the checker complains so. */
async function expectComplaint(wanted: RegExp, run: readonly string[], seeds: readonly number[]) {
  const others = new Set<string>();
  for (const seed of seeds) {
    const { report } = await runChaos(...run, '--minutes', '0.05', '--seed', String(seed));
    const complaints = report.violations.map(({ invariant, what }) => `${invariant} ${what}`);
    if (complaints.some((complaint) => wanted.test(complaint))) return;
    for (const complaint of complaints) others.add(complaint);
  }
  throw new Error(`no run complained of ${String(wanted)}, only of: ${[...others].join('; ') || 'nothing'}`);
}
