import { aDecision, at, inSeconds, type MadeUp } from './made-up.js';
import { change, remove, spoiled, undelivered } from './spoil.js';

describe('the chaos check I1 (one final state)', () => {
  it.each<[string, (run: MadeUp) => void, RegExp]>([
    [
      'an acknowledged submission that is not there',
      ({ client }) => {
        client.push({ did: 'asked', at, tenantId: 'north', campaignId: 'CAP', key: 'key-9' });
        client.push({ did: 'acknowledged', at, key: 'key-9', leadId: 'lead_9', submissionId: 'sub_9' });
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
    [
      'a final decision without its webhook',
      ({ database }) => remove(database.effects, 'north/sub_1.lead.delivered.webhook'),
      /^I1 north\/sub_1 ended delivered and no webhook is planned/,
    ],
    [
      'an effect that no worker executes',
      ({ database }) =>
        change(database.effects, 'north/sub_1.lead.delivered.webhook', {
          status: 'due',
          dueAt: inSeconds(-9),
          attempts: [],
        }),
      /^I1 north\/sub_1\.lead\.delivered\.webhook was planned and never carried out/,
    ],
    [
      'an effect recorded as done that its receiver did not get',
      ({ buyer }) => buyer.splice(1, 1),
      /^I1 north\/sub_1\.lead\.delivered\.webhook is done, and its receiver heard nothing/,
    ],
  ])('detects %s', (_name, spoil, complaint) => {
    expect(spoiled(spoil)).toContainEqual(expect.stringMatching(complaint));
  });
});
