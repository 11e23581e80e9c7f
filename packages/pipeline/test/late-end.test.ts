import { slotName, type Ending, type RecordedDecision, type RoutingDecision } from '@sluice/contracts';
import { duringTests, lifetimeCount, openSlot, placeSlot, slot } from '@sluice/testing';
import type { Slot } from '@sluice/store';
import { advance, auditCounts } from '../src/index.js';
import { accept, openPipeline } from './pipeline.js';

const world = duringTests(openPipeline);

const mine = () => world.core.stores.forTenant('demo');
const now = () => world.core.stores.clock.now();

/** A lead that ended, and the ending as it is applied again by a worker that was frozen. */
async function ended(ending: Ending) {
  const submission = await accept(world.core);
  const recorded = {
    stage: 'delivery',
    generation: 0,
    decision: ending,
    decidedAt: now(),
  } as RecordedDecision;
  const comeLate = () => advance(world.core, submission, recorded);
  await comeLate();
  const { leadId, submissionId } = submission;
  return {
    leadId,
    comeLate,
    stored: async () => [await mine().leads.find(leadId), await mine().submissions.find(submissionId)],
  };
}

describe('a final decision applied again by a worker that was frozen', () => {
  it('keeps the approval that a person gave in the meantime', async () => {
    const { leadId, comeLate } = await ended({
      kind: 'pending_action',
      reason: 'human_review',
      approval: 'pending',
      trace: [],
    });
    await mine().leadUpdates.apply([leadId], (lead) => ({
      lead: { ...lead, approvalStatus: 'approved' },
      search: [],
    }));
    await comeLate();
    expect(await mine().leads.find(leadId)).toMatchObject({
      status: 'pending_action',
      approvalStatus: 'approved',
    });
  });

  it('does not restore the buyer’s answer about a person who was erased in the meantime', async () => {
    const { leadId, comeLate, stored } = await ended({
      kind: 'rejected',
      reason: 'no thanks, Ada',
      trace: [],
    });
    expect(JSON.stringify(await stored())).toMatch(/Ada/);
    await mine().removal.erase(leadId);
    const erased = await stored();
    await comeLate();
    expect(await stored()).toEqual(erased);
    expect(JSON.stringify(erased)).not.toMatch(/Ada/);
  });

  it('still ends a submission whose lead was ended just before its worker died', async () => {
    const submission = await accept(world.core);
    const { leadId, submissionId } = submission;
    await mine().leads.recordStatus(leadId, {
      status: 'rejected',
      ended: true,
      reason: 'no',
      submissionId,
      at: now(),
    });
    const ending = { kind: 'rejected', reason: 'no', trace: [] } as const;
    await advance(world.core, submission, {
      stage: 'delivery',
      generation: 0,
      decision: ending,
      decidedAt: now(),
    });
    const { status, reason, dueAt } = (await mine().submissions.find(submissionId))!;
    expect([status, reason, dueAt]).toEqual(['rejected', 'no', undefined]);
  });
});

it('a lead whose worker died between its slot and its end counts once, though a late routing reserved the slot again', async () => {
  const submission = await accept(world.core);
  const { submissionId } = submission;
  const name = slotName(submissionId, 0);
  const counts = [{ campaignId: 'TWICE' }, { clientId: 'cli_1' }].map((owner) => lifetimeCount(owner, 5));
  const open = async (as: Slot) => expect(await openSlot(mine(), as, now(), counts)).toBeUndefined();
  const routing: RoutingDecision = {
    kind: 'routed',
    campaignId: 'TWICE',
    clientId: 'cli_1',
    trace: [],
    reservedAt: now(),
    opening: slot(name).opening,
  };
  await mine().journal.record(submission, 'routing', 0, routing, now());
  await open(slot(name));
  const ending = { kind: 'delivered', campaignId: 'TWICE', clientId: 'cli_1', trace: [] } as const;
  await mine().journal.record(submission, 'delivery', 0, ending, now());
  // What the worker did before it died.
  const names = counts.map((count) => count.name);
  await placeSlot(mine(), slot(name), names, now());
  await open({ name, opening: 'late' });
  const recorded: RecordedDecision = { stage: 'delivery', generation: 0, decision: ending, decidedAt: now() };
  await advance(world.core, submission, recorded);
  await auditCounts(world.core, { youngMs: -1_000 });
  expect([...(await mine().counts.used(counts))]).toEqual(names.map((count) => [count, 1]));
});

it('a void submission keeps no data of a person who was erased before the submission was written', async () => {
  const { leadId, submissionId } = await accept(world.core);
  await mine().conclusions.close(submissionId, { end: { status: 'delivered', endedAt: now() } });
  await mine().removal.erase(leadId);
  const late = await accept(world.core, { leadId, first: false });
  const ending = { kind: 'void', trace: [] } as const;
  const recorded: RecordedDecision = {
    stage: 'qualification',
    generation: 0,
    decision: ending,
    decidedAt: now(),
  };
  await advance(world.core, late, recorded);
  const { status, data } = (await mine().submissions.find(late.submissionId))!;
  expect([status, data]).toEqual(['void', {}]);
});
