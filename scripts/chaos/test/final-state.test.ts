import { aDecision, inSeconds, type MadeUp } from './made-up.js';
import { change, remove, spoiled, undelivered } from './spoil.js';

describe('the chaos check I1 (one final state)', () => {
  it.each<[string, (run: MadeUp) => void, RegExp]>([
    [
      'an acknowledged submission that is not there',
      ({ asked }) => {
        const receipt = { leadId: 'lead_9', submissionId: 'sub_9' };
        asked.push({ tenantId: 'north', campaignId: 'CAP', key: 'key-9', receipt });
      },
      /^I1 sub_9 was acknowledged and is not there/,
    ],
    [
      'a lead that was never written',
      ({ database }) => remove(database.leads, 'north/lead_1'),
      /^I1 sub_1 was acknowledged for lead_1/,
    ],
    [
      'a submission that no worker advances any more',
      (run) => {
        undelivered(run, -5);
        change(run.database.attempts, 'north/sub_1.delivery.0.1', {
          outcome: { kind: 'retry', nextAt: inSeconds(-15) },
        });
      },
      /^I1 north\/sub_1 has not ended; the last that was decided is routed/,
    ],
    [
      'one that ended twice',
      ({ database }) =>
        database.decisions.push(aDecision('north/sub_1', 'routing', { kind: 'rejected' }, -75, 1)),
      /^I1 north\/sub_1 ended 2 times: delivered, rejected/,
    ],
    [
      'an outcome that was known and was decided once more',
      ({ database }) =>
        database.decisions.push(aDecision('north/sub_1', 'resolution', { kind: 'superseded' }, -1)),
      /^I1 north\/sub_1 ended 2 times: delivered, superseded/,
    ],
    [
      'one that ended and was never settled',
      ({ database }) => change(database.submissions, 'north/sub_1', { dueAt: inSeconds(3) }),
      /^I1 north\/sub_1 is still due although it ended delivered/,
    ],
    [
      'a lead that says something else than its submission',
      ({ database }) => change(database.leads, 'north/lead_1', { status: 'failed' }),
      /^I1 north\/sub_1 ended delivered while its lead is failed/,
    ],
    [
      'a lead that does not list its submission',
      ({ database }) => change(database.leads, 'north/lead_1', { submissionIds: [] }),
      /^I1 north\/sub_1 is listed 0 times by its lead/,
    ],
    [
      'a lead that took its submission twice',
      ({ database }) => change(database.leads, 'north/lead_1', { submissionIds: ['sub_1', 'sub_1'] }),
      /^I1 north\/sub_1 is listed 2 times by its lead/,
    ],
    [
      'an acknowledged submission that ended void',
      ({ database }) => {
        change(database.decisions, 'north/sub_1.delivery.0', { decision: { kind: 'void' } });
        change(database.submissions, 'north/sub_1', { status: 'void' });
      },
      /^I1 sub_1 was acknowledged and ended void/,
    ],
    [
      'a lead that lists a submission which ended void',
      ({ database }) => change(database.decisions, 'north/sub_1.delivery.0', { decision: { kind: 'void' } }),
      /^I1 north\/sub_1 ended void although its lead lists it/,
    ],
    [
      'a decision that was rewritten after a later one',
      ({ database }) =>
        change(database.decisions, 'north/sub_1.qualification.0', { decidedAt: inSeconds(-60) }),
      /^I1 north\/sub_1 qualification was decided 20 s after routing: it was rewritten/,
    ],
  ])('detects %s', (_name, spoil, complaint) => {
    expect(spoiled(spoil)).toContainEqual(expect.stringMatching(complaint));
  });
});
