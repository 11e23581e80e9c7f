import { expectComplaint } from './expect-complaint.js';

// A checker that never complains proves nothing, so it must find this deliberately broken build. An intact build
// passes the same runs in the same time.
describe('the chaos checks', () => {
  it('detect a build without the sweep, which loses the leads of an emptied Redis', async () => {
    const run = ['--broken', 'no-sweep', '--only', 'redis-emptied', '--settle', '35'];
    // A run in which no job waits at the right moment loses nothing.
    await expectComplaint(/^I1 (has not ended|was planned and never carried out)/, run, [1, 2, 3, 4]);
  }, 600_000);
});
