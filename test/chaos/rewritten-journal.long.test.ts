import { expectComplaint } from './expect-complaint.js';

// Whether a frozen worker decides once more what another one has decided is left to chance under every seed, so this run
// is no condition of a change.
describe('the chaos checks', () => {
  it('detect a build with a mutable journal, which replaces recorded decisions', async () => {
    const run = ['--broken', 'overwritable-journal', '--only', 'freeze-qualification', '--settle', '12'];
    // The conflict needs two workers at the same moment, which does not happen under every seed.
    await expectComplaint(/^I1 .*it was rewritten/, run, [7, 8, 9, 10, 11, 12, 13, 14]);
  }, 900_000);
});
