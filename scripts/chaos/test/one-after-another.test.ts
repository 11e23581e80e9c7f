import { addPlaced, anAttempt, inSeconds, type MadeUp } from './made-up.js';
import { change, spoiled } from './spoil.js';

/** Adds `sub_7` to the lead of `sub_1`, sent to its buyer this many seconds before now. */
function submitAgain(run: MadeUp, sentSeconds: number): void {
  const { database } = run;
  addPlaced(run, { tenantId: 'north', n: 7, campaignId: 'DUP' });
  change(database.submissions, 'north/sub_7', { leadId: 'lead_1' });
  change(database.leads, 'north/lead_1', { submissionIds: ['sub_1', 'sub_7'], lastSubmissionId: 'sub_7' });
  const attempt = { ...anAttempt('north/sub_7', 1), startedAt: inSeconds(-sentSeconds) };
  change(database.attempts, 'north/sub_7.delivery.0.1', attempt);
}

const overlaps = (spoil: (run: MadeUp) => void) =>
  spoiled(spoil).filter((complaint) => complaint.includes('was sent to a buyer'));

describe('the chaos check I1 (submissions of a lead in order)', () => {
  it('detects a submission sent to a buyer before an earlier one of its lead ended', () => {
    const complaint = 'I1 north/sub_7 was sent to a buyer while north/sub_1 of the same lead had not ended';
    expect(overlaps((run) => submitAgain(run, 72))).toEqual([complaint]);
    expect(
      overlaps((run) => {
        submitAgain(run, 60);
        run.database.decisions.splice(2, 1);
        change(run.database.submissions, 'north/sub_1', { dueAt: inSeconds(9) });
      }),
    ).toEqual([complaint]);
  });

  it('permits a submission after the end of the earlier one, within the precision of two clocks', () => {
    expect(overlaps((run) => submitAgain(run, 60))).toEqual([]);
    expect(overlaps((run) => submitAgain(run, 71))).toEqual([]);
  });

  it('permits a submission after an imported one', () => {
    const imported = overlaps((run) => {
      submitAgain(run, 72);
      run.database.decisions.splice(0, 3);
    });
    expect(imported).toEqual([]);
  });
});
