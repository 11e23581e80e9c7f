import { aCount, addPlaced, aDecision, anEffect, aSubmission, at, type MadeUp } from './made-up.js';
import { change, remove, spoiled } from './spoil.js';

describe('the chaos check I2 (one effect per key)', () => {
  it.each<[string, (run: MadeUp) => void, RegExp]>([
    [
      'two buyers who took the same submission',
      ({ buyer }) =>
        buyer.push({ at, method: 'POST', path: '/buyers/north/dup', key: 'sub_1.delivery', status: 200 }),
      /^I2 north\/sub_1 was taken by 2 buyers/,
    ],
    [
      'a delivery that no buyer knows of',
      ({ buyer }) => buyer.splice(0, 1),
      /^I2 north\/sub_1 is delivered, but \/buyers\/north\/cap never took it/,
    ],
    [
      'a lead that was taken and ended otherwise',
      ({ database }) =>
        change(database.decisions, 'north/sub_1.delivery.0', {
          decision: { kind: 'rejected', reason: 'buyer_rejected' },
        }),
      /^I2 north\/sub_1 was taken at \/buyers\/north\/cap and ended rejected/,
    ],
    [
      'a delivery without a key of ours',
      ({ buyer }) => buyer.push({ at, method: 'POST', path: '/buyers/north/cap', status: 200 }),
      /^I2 nothing reached \/buyers\/north\/cap and belongs to none/,
    ],
    [
      'two requests that were answered with one submission',
      ({ asked }) => asked.push({ ...(asked[0] as MadeUp['asked'][number]), key: 'key-9' }),
      /^I2 sub_1 answers the keys key-1 and key-9/,
    ],
    [
      "a lead that reached another tenant's buyer",
      ({ buyer }) =>
        buyer.push({ at, method: 'POST', path: '/buyers/south/cap', key: 'sub_1.delivery', status: 503 }),
      /^I2 sub_1\.delivery reached \/buyers\/south\/cap and belongs to north/,
    ],
    [
      "an event that reached another tenant's receiver",
      ({ buyer }) => buyer.push({ at, method: 'POST', path: '/webhooks/south', key: 'evt_1', status: 204 }),
      /^I2 evt_1 reached \/webhooks\/south and belongs to north/,
    ],
    [
      'a webhook that no decision planned',
      ({ buyer }) => buyer.push({ at, method: 'POST', path: '/webhooks/south', key: 'evt_9', status: 204 }),
      /^I2 evt_9 reached \/webhooks\/south and belongs to none/,
    ],
    [
      'a request that became two submissions',
      (run) => {
        addPlaced(run, { tenantId: 'north', n: 3, campaignId: 'DUP' });
        run.asked.pop();
      },
      /^I2 north\/DUP 1 submissions came of 0 requests/,
    ],
  ])('detects %s', (_name, spoil, complaint) => {
    expect(spoiled(spoil)).toContainEqual(expect.stringMatching(complaint));
  });

  it('permits a buyer to receive a submission twice under one key', () => {
    expect(spoiled(({ buyer }) => buyer.push({ ...(buyer[0] as MadeUp['buyer'][number]) }))).toEqual([]);
  });

  it('permits an unanswered request that ended void to start again', () => {
    const anew = spoiled(({ database }) => {
      const nothing = { leadId: 'lead_1', campaignId: 'CAP', status: 'void' };
      database.submissions.push(aSubmission('north/sub_9', nothing));
      database.decisions.push(aDecision('north/sub_9', 'qualification', { kind: 'void' }, -80));
    });
    expect(anew).toEqual([]);
  });

  it('permits an accepted lead to end with unknown outcome', () => {
    const unknown = spoiled(({ database }) => {
      const decision = { kind: 'failed', reason: 'unknown_outcome' };
      change(database.decisions, 'north/sub_1.delivery.0', { decision });
      remove(database.ledger, 'north/sub_1.sale');
      change(database.submissions, 'north/sub_1', { status: 'failed' });
      change(database.leads, 'north/lead_1', { status: 'failed' });
      change(database.counts, 'north/campaign.CAP', aCount('north/campaign.CAP', 0, ['sub_1.routing.0']));
      remove(database.effects, 'north/sub_1.lead.delivered.webhook');
      database.effects.push(anEffect('north/sub_1.lead.failed.webhook', 'evt_1'));
    });
    expect(unknown).toEqual([]);
  });

  it.each([
    ['permits it if the same buyer accepted that one', 'CAP', 'unknown_outcome', 0],
    ['detects it if another buyer accepted that one', 'DUP', 'unknown_outcome', 1],
    ['detects it if its own outcome was known', 'CAP', 'buyer_rejected', 1],
  ])(
    'a lead that was taken and then superseded by a later submission: %s',
    (_, campaignId, reason, count) => {
      const complaints = spoiled((run) => {
        addPlaced(run, { tenantId: 'north', n: 3, campaignId });
        const { decisions } = run.database;
        change(decisions, 'north/sub_1.delivery.0', { decision: { kind: 'rejected', reason } });
        const superseded = { kind: 'superseded', by: 'sub_3', reason: 'placed_again' };
        decisions.push(aDecision('north/sub_1', 'resolution', superseded, -1));
      });
      expect(complaints.filter((one) => /^I2 north\/sub_1 was taken/.test(one))).toHaveLength(count);
    },
  );

  it('detects that both of two identical leads were placed', () => {
    const both = spoiled((run) => {
      addPlaced(run, { tenantId: 'north', n: 3, campaignId: 'DUP', twins: 'pair' });
      addPlaced(run, { tenantId: 'north', n: 4, campaignId: 'DUP', twins: 'pair' });
    });
    expect(both).toEqual(['I2 pair north/sub_3 and north/sub_4 are the same person and all were placed']);
  });
});
