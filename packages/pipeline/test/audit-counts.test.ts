import { slotName, type Campaign, type RoutingDecision, type SubmissionRecord } from '@sluice/contracts';
import type { CountRequest } from '@sluice/store';
import { duringTests, lifetimeCount, openNamesOf, openSlot, placeSlot, putItem, slot } from '@sluice/testing';
import { auditCounts } from '../src/index.js';
import { accept, openPipeline } from './pipeline.js';

const world = duringTests(openPipeline);

let campaigns = 0;
/** The count of a campaign of its own for each test, with room for one lead. */
function aCount(): CountRequest {
  campaigns += 1;
  return lifetimeCount({ campaignId: `CAP${campaigns}` }, 1);
}

const stores = () => world.core.stores.forTenant('demo');

/** A lead with a place in the count; with `decision`, another worker has decided so before. */
async function opened(
  count: CountRequest,
  decision?: (count: CountRequest, of: SubmissionRecord) => RoutingDecision,
): Promise<SubmissionRecord> {
  const submission = await accept(world.core);
  const name = slotName(submission.submissionId, 0);
  if (decision)
    await stores().journal.record(submission, 'routing', 0, decision(count, submission), new Date());
  expect(await openSlot(stores(), slot(name), new Date(), [count])).toBeUndefined();
  return submission;
}

const campaignOf = ({ name }: CountRequest) => name.slice('campaign.'.length);
/** As if its worker had died before it recorded the decision. */
async function forgotten({ submissionId }: SubmissionRecord): Promise<void> {
  const _id = `demo/${slotName(submissionId, 0)}`;
  expect((await world.db.collection<{ _id: string }>('decisions').deleteOne({ _id })).deletedCount).toBe(1);
}

const routedTo = (campaignId: string, { submissionId }: SubmissionRecord): RoutingDecision => ({
  kind: 'routed',
  opening: slot(slotName(submissionId, 0)).opening,
  campaignId,
  clientId: 'cli_1',
  reservedAt: new Date(),
  trace: [],
});

const heldBy = (waitsFor: string[]): RoutingDecision => ({
  kind: 'held',
  reason: 'daily_limit_full',
  campaignId: 'CAP',
  until: new Date(Date.now() + 3600_000),
  waitsFor,
  trace: [],
});

const isFree = async (count: CountRequest) => (await stores().counts.full([count])).length === 0;

describe('the audit of slots', () => {
  it('keeps a slot while its submission is in progress, routed or not', async () => {
    const [undecided, decided] = [aCount(), aCount()];
    await forgotten(await opened(undecided));
    await opened(decided);
    await auditCounts(world.core, { youngMs: -1_000 });
    expect([await isFree(undecided), await isFree(decided)]).toEqual([false, false]);
  });

  it('releases the slot of a worker that died before it decided, once the submission has ended', async () => {
    const count = aCount();
    const submission = await opened(count);
    const { submissionId } = submission;
    await forgotten(submission);
    await stores().conclusions.close(submissionId, { end: { status: 'superseded', endedAt: new Date() } });
    expect(await auditCounts(world.core, { youngMs: -1_000 })).toBe(1);
    expect(await isFree(count)).toBe(true);
  });

  it('leaves the slots of a tenant on hold, and of all during a hold of the installation, to the release', async () => {
    const count = aCount();
    const { submissionId } = await opened(count);
    await stores().conclusions.close(submissionId, { end: { status: 'superseded', endedAt: new Date() } });
    const { hold, tenantHolds } = world.core.stores;
    const by = 'ada';
    await tenantHolds.put({ tenantId: 'demo', by, reason: '', since: new Date() });
    expect(await auditCounts(world.core, { youngMs: -1_000 })).toBe(0);
    await hold.put({ by, at: new Date() });
    await tenantHolds.release('demo');
    expect(await auditCounts(world.core, { youngMs: -1_000 })).toBe(0);
    await hold.release();
    expect(await auditCounts(world.core, { youngMs: -1_000 })).toBe(1);
    expect(await isFree(count)).toBe(true);
  });

  it.each([
    ['was held', (count: CountRequest) => heldBy([count.name])],
    ['was routed elsewhere', (_count: CountRequest, of: SubmissionRecord) => routedTo('ELSEWHERE', of)],
    [
      'was routed there by another worker',
      (count: CountRequest, of: SubmissionRecord) => ({
        ...routedTo(campaignOf(count), of),
        opening: 'of another worker',
      }),
    ],
  ])(
    'releases a slot that the recorded decision does not use because its lead %s',
    async (_what, decision) => {
      const count = aCount();
      await opened(count, decision);
      await auditCounts(world.core, { youngMs: -1_000 });
      expect(await isFree(count)).toBe(true);
    },
  );

  it('releases a slot that was reserved again after the lead was placed, and keeps the placement', async () => {
    const count = aCount();
    const submission = await opened(count);
    const name = slotName(submission.submissionId, 0);
    await placeSlot(stores(), slot(name), [count.name], new Date());
    await stores().conclusions.close(submission.submissionId, {
      end: { status: 'delivered', endedAt: new Date() },
    });
    stores().counts.ended(name, [count.name]);
    await stores().counts.release(slot('sub_other.routing.0'), [count.name]);
    const roomier = lifetimeCount(count.owner, 2);
    expect(await openSlot(stores(), slot(name), new Date(), [roomier])).toBeUndefined();
    expect(await auditCounts(world.core, { youngMs: -1_000 })).toBe(1);
    expect(await stores().counts.full([roomier])).toEqual([]);
    expect(await isFree(count)).toBe(false);
  });

  it('drops the counted names of ended submissions, and keeps those whose end is not written', async () => {
    const count = lifetimeCount(aCount().owner, 9);
    const [ended, ending, open] = [await opened(count), await opened(count), await opened(count)];
    for (const { submissionId } of [ended, ending])
      await placeSlot(stores(), slot(slotName(submissionId, 0)), [count.name], new Date());
    await stores().conclusions.close(ended.submissionId, {
      end: { status: 'delivered', endedAt: new Date() },
    });
    await auditCounts(world.core, { youngMs: -1_000 });
    // Any change of the count drops them.
    await stores().counts.release(slot('sub_other.routing.0'), [count.name]);
    const names = (await openNamesOf(world.core.stores)).filter((one) => one.count === count.name);
    expect(names.map(({ name, opening }) => [name, opening === undefined])).toEqual([
      [slotName(open.submissionId, 0), false],
      [slotName(ending.submissionId, 0), true],
    ]);
    expect(await stores().counts.used([count])).toEqual(new Map([[count.name, 3]]));
  });

  it('keeps the slot of a lead of unknown outcome', async () => {
    const count = aCount();
    const submission = await opened(count);
    const end = { status: 'failed', reason: 'unknown_outcome', endedAt: new Date() } as const;
    await stores().conclusions.close(submission.submissionId, { end });
    await auditCounts(world.core, { youngMs: -1_000 });
    expect(await isFree(count)).toBe(false);
  });

  it('releases the oldest held lead that waits for the slot, and only that one', async () => {
    const count = aCount();
    await putItem(stores().campaigns, campaignOf(count), {
      campaignId: campaignOf(count),
      clientId: 'cli_1',
      deliveryLimits: [{ type: 'lifetime', cap: 1, action: 'queue' }],
    } as Campaign);
    const later = new Date(Date.now() + 3600_000);
    const waiting = [await accept(world.core), await accept(world.core)];
    for (const { submissionId } of waiting) {
      await stores().submissions.hold(submissionId, 0, {
        until: later,
        reason: 'daily_limit_full',
        waitsFor: [count.name],
      });
    }
    const { submissionId } = await opened(count);
    await stores().conclusions.close(submissionId, { end: { status: 'void', endedAt: new Date() } });
    await auditCounts(world.core, { youngMs: -1_000 });
    const dueAts = await Promise.all(
      waiting.map(async ({ submissionId: id }) => (await stores().submissions.find(id))?.dueAt ?? later),
    );
    expect(dueAts.map((dueAt) => dueAt < later)).toEqual([true, false]);
  });

  it('ignores submissions that have only just been accepted', async () => {
    const count = aCount();
    const { submissionId } = await opened(count);
    await stores().conclusions.close(submissionId, { end: { status: 'void', endedAt: new Date() } });
    await auditCounts(world.core);
    expect(await isFree(count)).toBe(false);
  });
});
