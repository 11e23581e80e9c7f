import { aDecision, aSubmission, inSeconds } from './made-up.js';
import { change, remove, spoiled, undelivered } from './spoil.js';

describe('the chaos check I1 (no endless waiting)', () => {
  it('permits a submission to wait for a recorded future instant', () => {
    const waiting = spoiled((run) => {
      undelivered(run, 130);
      change(run.database.attempts, 'north/sub_1.delivery.0.1', {
        outcome: { kind: 'retry', nextAt: inSeconds(120) },
      });
    });
    expect(waiting).toEqual([]);
  });

  it('permits a submission to wait for an earlier one of its lead that waits, and for no other', () => {
    const behind = (seconds: number) =>
      spoiled((run) => {
        undelivered(run, 130);
        change(run.database.attempts, 'north/sub_1.delivery.0.1', {
          outcome: { kind: 'retry', nextAt: inSeconds(seconds) },
        });
        const waiting = { leadId: 'lead_1', campaignId: 'CAP', dueAt: inSeconds(9) };
        run.database.submissions.push(aSubmission('north/sub_3', { ...waiting, status: 'pending' }));
        change(run.database.leads, 'north/lead_1', { submissionIds: ['sub_1', 'sub_3'] });
        run.asked.push({ tenantId: 'north', campaignId: 'CAP', key: 'key-3' });
      });
    expect(behind(120)).toEqual([]);
    expect(behind(-1)).toContainEqual(expect.stringMatching(/^I1 north\/sub_3 has not ended/));
  });

  it('permits no submission to wait without such an instant, even if the next sweep is far away', () => {
    const moving = spoiled((run) => {
      undelivered(run, 20);
      remove(run.database.attempts, 'north/sub_1.delivery.0.1');
    });
    expect(moving).toContainEqual(expect.stringMatching(/^I1 north\/sub_1 has not ended/));
  });

  it('permits leads to wait for a dead buyer, and for no other', () => {
    const waitingAt = (campaignId: string) =>
      spoiled(({ database }) => {
        const id = 'north/sub_5';
        database.submissions.push(
          aSubmission(id, { leadId: 'lead_5', campaignId, status: 'pending', dueAt: inSeconds(25) }),
        );
        database.leads.push({
          _id: 'north/lead_5',
          tenantId: 'north',
          campaignId,
          status: 'pending',
          lastSubmissionId: 'sub_5',
          submissionIds: ['sub_5'],
        });
        database.decisions.push(aDecision(id, 'routing', { kind: 'routed', campaignId }, -80));
      }).filter((complaint) => complaint.includes('has not ended'));
    expect(waitingAt('DEAD')).toEqual([]);
    expect(waitingAt('DUP')).toHaveLength(1);
  });
});
