import { expectComplaint } from './expect-complaint.js';

// A checker that never complains proves nothing, so it must find these deliberately broken builds. An intact build
// passes the same runs in the same time.
describe('the chaos checks', () => {
  it('detect a build without the sweep, which loses the leads of an emptied Redis', async () => {
    const run = ['--failpoint', 'skip:sweep', '--only', 'redis-emptied', '--settle', '35'];
    // A run in which no job waits at the right moment loses nothing.
    await expectComplaint(/^I[14] .*(has not ended|was planned and never carried out)/, run, [1, 2, 3, 4]);
  }, 600_000);

  it('detect a build with a mutable journal, in which a worker that was frozen replaces what another one decided', async () => {
    const run = ['--failpoint', 'skip:write-once', '--only', 'freeze-qualification', '--settle', '12'];
    await expectComplaint(/^I1 .*it was rewritten/, run, [7, 8, 9, 10]);
  }, 600_000);
});
