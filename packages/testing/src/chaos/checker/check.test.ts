/** The checker must notice: each test spoils a good run in one way, and says which invariant has to complain. */
import { check } from './check.js';
import type { Evidence, Violation } from './evidence.js';
import {
  aDecision,
  addPlaced,
  aGoodRun,
  anAttempt,
  anEffect,
  aSubmission,
  inSeconds,
  pixelLine,
  type MadeUp,
} from './made-up.js';

const at = inSeconds(0).toISOString();

/** What the checker says of a good run that was spoiled. */
function spoiled(spoil: (run: MadeUp) => void): string[] {
  const run = aGoodRun();
  spoil(run);
  return check(run as Evidence).violations.map(
    ({ invariant, subject, what }: Violation) => `${invariant} ${subject} ${what}`,
  );
}

function change<T extends { readonly _id: string }>(items: T[], id: string, fields: Partial<T>): void {
  const index = items.findIndex(({ _id }) => _id === id);
  if (index < 0) throw new Error(`there is no ${id}`);
  items[index] = { ...(items[index] as T), ...fields };
}

function remove<T extends { readonly _id: string }>(items: T[], id: string): void {
  const index = items.findIndex(({ _id }) => _id === id);
  if (index < 0) throw new Error(`there is no ${id}`);
  items.splice(index, 1);
}

/** Turns the placed lead of a good run into one whose delivery has not been decided. */
function undelivered({ database, buyer, campaigns }: MadeUp, dueInSeconds: number): void {
  remove(database.decisions, 'north/sub_1.delivery.0');
  change(database.submissions, 'north/sub_1', { status: 'pending', dueAt: inSeconds(dueInSeconds) });
  change(database.leads, 'north/lead_1', { status: 'pending' });
  change(database.counters, 'north/CAP.lifetime.all', { open: ['sub_1.routing.0'], confirmed: 0 });
  remove(database.effects, 'north/sub_1.lead.delivered.webhook');
  buyer.splice(
    0,
    buyer.length,
    ...buyer.filter(({ key, path }) => path !== campaigns[0]?.path && key !== 'evt_1'),
  );
}

it('finds nothing wrong with a good run', () => {
  expect(spoiled(() => undefined)).toEqual([]);
});

it('counts what it looked at', () => {
  expect(check(aGoodRun()).counts).toMatchObject({
    asked: 2,
    acknowledged: 2,
    submissions: 2,
    endings: { delivered: 2 },
    accepted: 2,
    repeated: 0,
  });
});

describe('I1, one final state', () => {
  it.each<[string, (run: MadeUp) => void, RegExp]>([
    [
      'an acknowledged submission that is not there',
      ({ client }) => {
        client.push({ did: 'asked', at, tenantId: 'north', campaignId: 'CAP', key: 'key-9' });
        client.push({ did: 'told', at, key: 'key-9', leadId: 'lead_9', submissionId: 'sub_9' });
      },
      /^I1 sub_9 was acknowledged and is not there/,
    ],
    [
      'a lead that was never written',
      ({ database }) => remove(database.leads, 'north/lead_1'),
      /^I1 sub_1 was acknowledged for lead_1/,
    ],
    [
      'a submission that nobody moves any more',
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
      /^I1 north\/sub_1 ended 2 times: rejected, delivered/,
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
      /^I1 north\/sub_1 is not listed by its lead/,
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
      'a decision that was written again after what followed from it',
      ({ database }) =>
        change(database.decisions, 'north/sub_1.qualification.0', { decidedAt: inSeconds(-60) }),
      /^I1 north\/sub_1 qualification was decided 20 s after routing: it was rewritten/,
    ],
    [
      'an ending that nobody is told of',
      ({ database }) => remove(database.effects, 'north/sub_1.lead.delivered.webhook'),
      /^I1 north\/sub_1 ended delivered and nobody is to be told/,
    ],
    [
      'an effect that nobody carries out',
      ({ database }) =>
        change(database.effects, 'north/sub_1.lead.delivered.webhook', {
          status: 'due',
          dueAt: inSeconds(-9),
          attempts: [],
        }),
      /^I1 north\/sub_1\.lead\.delivered\.webhook was set off and never carried out/,
    ],
    [
      'an effect that says it is done and is not',
      ({ buyer }) => buyer.splice(1, 1),
      /^I1 north\/sub_1\.lead\.delivered\.webhook is done, and its receiver heard nothing/,
    ],
  ])('notices %s', (_name, spoil, complaint) => {
    expect(spoiled(spoil)).toContainEqual(expect.stringMatching(complaint));
  });

  it('lets a submission wait for an instant that is written down and still to come', () => {
    const waiting = spoiled((run) => {
      undelivered(run, 130);
      change(run.database.attempts, 'north/sub_1.delivery.0.1', {
        outcome: { kind: 'retry', nextAt: inSeconds(120) },
      });
    });
    expect(waiting).toEqual([]);
  });

  it('lets a submission wait behind one of its lead that waits, and behind no other', () => {
    const behind = (seconds: number) =>
      spoiled((run) => {
        undelivered(run, 130);
        change(run.database.attempts, 'north/sub_1.delivery.0.1', {
          outcome: { kind: 'retry', nextAt: inSeconds(seconds) },
        });
        const waiting = { leadId: 'lead_1', campaignId: 'CAP', predecessorId: 'sub_1', dueAt: inSeconds(9) };
        run.database.submissions.push(aSubmission('north/sub_3', { ...waiting, status: 'pending' }));
        change(run.database.leads, 'north/lead_1', { submissionIds: ['sub_1', 'sub_3'] });
        run.client.push({ did: 'asked', at, tenantId: 'north', campaignId: 'CAP', key: 'key-3' });
      });
    expect(behind(120)).toEqual([]);
    expect(behind(-1)).toContainEqual(expect.stringMatching(/^I1 north\/sub_3 has not ended/));
  });

  it('lets nobody wait without such an instant, however far away the sweep is', () => {
    const moving = spoiled((run) => {
      undelivered(run, 20);
      remove(run.database.attempts, 'north/sub_1.delivery.0.1');
    });
    expect(moving).toContainEqual(expect.stringMatching(/^I1 north\/sub_1 has not ended/));
  });
});

describe('I2, one effect per key', () => {
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
      /^I2 \/buyers\/north\/cap a buyer was sent something/,
    ],
    [
      'a key that was answered with two submissions',
      ({ client }) => client.push({ did: 'told', at, key: 'key-1', leadId: 'lead_2', submissionId: 'sub_2' }),
      /^I2 key-1 one key was answered with sub_1 and sub_2/,
    ],
    [
      'a request that became two submissions',
      (run) => {
        addPlaced(run, 'north', 3, 'DUP');
        run.client.splice(
          0,
          run.client.length,
          ...run.client.filter((line) => !('key' in line) || line.key !== 'key-3'),
        );
      },
      /^I2 north\/DUP 1 submissions came of 0 requests/,
    ],
  ])('notices %s', (_name, spoil, complaint) => {
    expect(spoiled(spoil)).toContainEqual(expect.stringMatching(complaint));
  });

  it('lets a buyer hear of a submission twice under one key', () => {
    expect(spoiled(({ buyer }) => buyer.push({ ...(buyer[0] as MadeUp['buyer'][number]) }))).toEqual([]);
  });

  it('lets a request begin anew of which nobody was told before it came to nothing', () => {
    const anew = spoiled(({ database }) => {
      const nothing = { leadId: 'lead_1', campaignId: 'CAP', status: 'void', endedAt: inSeconds(-80) };
      database.submissions.push(aSubmission('north/sub_9', nothing));
      database.decisions.push(aDecision('north/sub_9', 'qualification', { kind: 'void' }, -80));
    });
    expect(anew).toEqual([]);
  });

  it('lets a lead that was taken end as not known', () => {
    const unknown = spoiled(({ database }) => {
      const decision = { kind: 'failed', reason: 'unknown_outcome' };
      change(database.decisions, 'north/sub_1.delivery.0', { decision });
      change(database.submissions, 'north/sub_1', { status: 'failed' });
      change(database.leads, 'north/lead_1', { status: 'failed' });
      change(database.counters, 'north/CAP.lifetime.all', { open: ['sub_1.routing.0'], confirmed: 0 });
      remove(database.effects, 'north/sub_1.lead.delivered.webhook');
      database.effects.push(anEffect('north/sub_1.lead.failed.webhook', 'evt_1'));
    });
    expect(unknown).toEqual([]);
  });
});

describe('I3, caps', () => {
  it('notices a buyer who took one more than the cap', () => {
    const over = spoiled((run) => {
      addPlaced(run, 'north', 3, 'CAP', ['CAP.lifetime.all']);
      change(run.database.counters, 'north/CAP.lifetime.all', { confirmed: 2 });
    });
    expect(over).toContain('I3 north/CAP its buyer took 2 at a cap of 1');
    expect(over).toContain('I3 north/CAP.lifetime.all holds 2 and 0 open at a cap of 1');
  });

  it('notices a counter that counts too few, or too many', () => {
    const counting = (confirmed: number) =>
      spoiled(({ database }) => change(database.counters, 'north/CAP.lifetime.all', { confirmed }));
    expect(counting(0)).toEqual(['I3 north/CAP.lifetime.all counts 0 placements where 1 were made']);
    expect(counting(2)).toContain('I3 north/CAP.lifetime.all counts 2 placements where 1 were made');
  });

  it('notices a counter that is gone', () => {
    const gone = spoiled(({ database }) => remove(database.counters, 'north/CAP.lifetime.all'));
    expect(gone).toEqual([
      'I3 north/CAP.lifetime.all placements were decided under a counter that is not there',
    ]);
  });
});

describe('I4, tenants apart', () => {
  it.each<[string, (run: MadeUp) => void, RegExp]>([
    [
      "another tenant's lead in a list",
      ({ client }) => client.push({ did: 'listed', at, tenantId: 'north', leadIds: ['lead_2'] }),
      /^I4 lead_2 was listed to north and is south's/,
    ],
    [
      "an answer about another tenant's lead",
      ({ client }) => client.push({ did: 'probed', at, tenantId: 'south', leadId: 'lead_1', status: 200 }),
      /^I4 lead_1 south looked at it and was answered 200/,
    ],
    [
      "a lead that reached another tenant's buyer",
      ({ buyer }) =>
        buyer.push({ at, method: 'POST', path: '/buyers/south/cap', key: 'sub_1.delivery', status: 503 }),
      /^I4 sub_1\.delivery reached south and is north's/,
    ],
    [
      "an event that reached another tenant's receiver",
      ({ buyer }) => buyer.push({ at, method: 'POST', path: '/webhooks/south', key: 'evt_1', status: 204 }),
      /^I4 evt_1 reached south and is north's/,
    ],
    [
      'an event that nobody set off',
      ({ buyer }) => buyer.push({ at, method: 'POST', path: '/webhooks/south', key: 'evt_9', status: 204 }),
      /^I4 evt_9 reached south and is nobody's/,
    ],
  ])('notices %s', (_name, spoil, complaint) => {
    expect(spoiled(spoil)).toContainEqual(expect.stringMatching(complaint));
  });
});

describe('I5, pixels that fire once', () => {
  it('notices a second event about the same person', () => {
    const twice = spoiled(({ buyer }) =>
      buyer.push(pixelLine('north', 'CAP', 'another-event', 'hash-of-lead-1')),
    );
    expect(twice).toEqual([expect.stringMatching(/^I5 .*px-north-cap.* was told of 2 events/)]);
  });

  it('notices a rule that never fired', () => {
    const silent = spoiled(({ database }) => remove(database.effects, 'north/lead_1.pixel.CAP.once'));
    expect(silent).toEqual(['I5 north/lead_1 qualified, and its pixel was never set off']);
  });

  it('notices a pixel that says it is done and is not', () => {
    const unheard = spoiled(({ buyer }) => buyer.splice(2, 1));
    expect(unheard).toEqual(['I5 north/lead_1.pixel.CAP.once is done, and the platform heard nothing']);
  });

  it('lets the platform hear of one event twice', () => {
    expect(
      spoiled(({ buyer }) => buyer.push(pixelLine('north', 'CAP', 'pixel-event-1', 'hash-of-lead-1'))),
    ).toEqual([]);
  });
});

it('I6: notices that both of two identical leads were placed', () => {
  const both = spoiled((run) => {
    addPlaced(run, 'north', 3, 'DUP', [], 'pair');
    addPlaced(run, 'north', 4, 'DUP', [], 'pair');
  });
  expect(both).toEqual(['I6 pair north/sub_3 and north/sub_4 are the same person and all were placed']);
});

describe('I7, nothing kept for good', () => {
  it.each<[string, (run: MadeUp) => void, RegExp]>([
    [
      'a slot of a submission that has ended',
      ({ database, campaigns }) => {
        campaigns.splice(0, 1);
        change(database.counters, 'north/CAP.lifetime.all', { open: ['sub_1.routing.0'] });
      },
      /^I7 north\/CAP\.lifetime\.all is still reserved by sub_1\.routing\.0, which ended delivered/,
    ],
    [
      'a slot of a submission that does not exist',
      ({ database, campaigns }) => {
        campaigns.splice(0, 1);
        change(database.counters, 'north/CAP.lifetime.all', { open: ['sub_9.routing.0'] });
      },
      /^I7 .* is still reserved by sub_9\.routing\.0, which does not exist/,
    ],
    [
      'a slot under a name that no decision uses',
      (run) => {
        undelivered(run, 130);
        run.campaigns.splice(0, 1);
        change(run.database.counters, 'north/CAP.lifetime.all', { open: ['sub_1.routing.1'] });
      },
      /^I7 .* is still reserved by sub_1\.routing\.1/,
    ],
    [
      'a claim of a lead that was refused',
      ({ database }) => {
        database.claims.push({ _id: 'north/CAP.phone.x', tenantId: 'north', submissionId: 'sub_1' });
        change(database.decisions, 'north/sub_1.delivery.0', { decision: { kind: 'rejected' } });
      },
      /^I7 north\/CAP\.phone\.x is still claimed by sub_1, which ended rejected/,
    ],
    [
      'an attempt that is still leased',
      ({ database }) => database.attempts.push({ ...anAttempt('north/sub_1', 2), leaseUntil: inSeconds(30) }),
      /^I7 north\/sub_1\.delivery\.0\.2 is still leased/,
    ],
    [
      'a request that is still leased',
      ({ database }) => database.idempotency.push({ _id: 'north/key-9', leaseUntil: inSeconds(8) }),
      /^I7 north\/key-9 is still leased by a request/,
    ],
  ])('notices %s', (_name, spoil, complaint) => {
    expect(spoiled(spoil)).toContainEqual(expect.stringMatching(complaint));
  });

  it('lets a placed lead keep what it claimed', () => {
    expect(
      spoiled(({ database }) =>
        database.claims.push({ _id: 'north/CAP.phone.x', tenantId: 'north', submissionId: 'sub_1' }),
      ),
    ).toEqual([]);
  });
});

it('a dead buyer may keep its leads waiting, others may not', () => {
  const waitingAt = (campaignId: string) =>
    spoiled(({ database }) => {
      const id = 'north/sub_5';
      database.submissions.push(
        aSubmission(id, { leadId: 'lead_5', campaignId, status: 'pending', dueAt: inSeconds(25) }),
      );
      database.leads.push({
        _id: 'north/lead_5',
        tenantId: 'north',
        status: 'pending',
        lastSubmissionId: 'sub_5',
        submissionIds: ['sub_5'],
      });
      database.decisions.push(aDecision(id, 'routing', { kind: 'routed', campaignId, slots: [] }, -80));
    }).filter((complaint) => complaint.includes('has not ended'));
  expect(waitingAt('DEAD')).toEqual([]);
  expect(waitingAt('DUP')).toHaveLength(1);
});
