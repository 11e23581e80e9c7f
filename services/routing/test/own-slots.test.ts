/** A lead's own slots are not in its way, and a lead that is held keeps none. */
import { advance, now } from '@sluice/pipeline';
import { newId } from '@sluice/process';
import { aSubmission, duringTests, lifetimeCount, openSlot, putItem, slot } from '@sluice/testing';
import { openRoutingWorker } from './routing-worker.js';

const world = duringTests(openRoutingWorker);

/** Opening hours that are over, or have not begun, at noon. */
const closed = () => ({
  timezone: world.timezone,
  action: 'queue' as const,
  specificDays: (['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'] as const).map(
    (day) => ({ day, startTime: '03:00', endTime: '04:00' }),
  ),
});
const once = [{ type: 'lifetime', cap: 1, action: 'reject' }];
const fullOf = (campaignId: string) => world.mine.counts.full([lifetimeCount({ campaignId }, 1)]);

/** A submission whose outcome is unknown and whose slot is kept. */
async function unknown(campaignId: string) {
  const submission = await world.qualified(campaignId);
  expect(await world.route(submission)).toMatchObject({ outcome: 'routed' });
  const decision = { kind: 'pending_action', reason: 'unknown_outcome', trace: [] } as const;
  const decidedAt = now(world.core);
  await world.mine.journal.record(submission, 'delivery', 0, decision, decidedAt);
  await advance(world.core, submission, { stage: 'delivery', generation: 0, decision, decidedAt });
  return submission;
}

/** A further submission of the lead, qualified. */
async function repost({ leadId, campaignId }: Awaited<ReturnType<typeof unknown>>) {
  const { leads, journal } = world.mine;
  const submissionId = newId('submission');
  const submission = aSubmission({
    submissionId,
    leadId,
    campaignId,
    first: false,
    acceptedAt: now(world.core),
  });
  await world.core.stores.accept({ submission });
  const following = await leads.toFollow(leadId, submissionId);
  const listed = { status: 'pending' as const, updatedAt: now(world.core) };
  await leads.addSubmission(leadId, following?.revision ?? -1, submissionId, listed);
  await journal.record(submission, 'qualification', 0, { kind: 'qualified', trace: [] }, now(world.core));
  return submission;
}

it('a repost outside opening hours waits for them although an earlier submission of unknown outcome holds the last slot', async () => {
  await world.putCampaign('REPOST', once);
  const earlier = await unknown('REPOST');
  expect(await fullOf('REPOST')).toHaveLength(1);
  await world.putCampaign('REPOST', once, { deliverySchedule: closed() });
  expect(await world.route(await repost(earlier))).toMatchObject({ outcome: 'held' });
  const other = await world.qualified('REPOST');
  expect(await world.route(other)).toMatchObject({ outcome: 'rejected' });
});

it('a lead that is moved to another campaign of the client gets no second slot of the client while the outcome at the first is unknown', async () => {
  await world.putCampaign('FIRST', []);
  await world.putCampaign('SECOND', [], { clientId: 'FIRST' });
  const client = await world.mine.clients.find('FIRST');
  await putItem(world.mine.clients, 'FIRST', {
    ...client!,
    settings: { ...client!.settings, maxLeadsPerDay: 1 },
  });
  const earlier = await unknown('FIRST');
  const moved = await repost({ ...earlier, campaignId: 'SECOND' });
  expect(await world.route(moved)).not.toMatchObject({ outcome: 'routed' });
});

it('a lead whose worker died after reserving a slot gives it back when the hours have closed meanwhile', async () => {
  await world.putCampaign('LATE', once, { deliverySchedule: closed() });
  const submission = await world.qualified('LATE');
  expect(await world.route(submission)).toMatchObject({ outcome: 'held' });
  const count = { ...lifetimeCount({ campaignId: 'LATE' }, 1), zone: world.timezone };
  const name = `${submission.submissionId}.routing.1`;
  await openSlot(world.mine, slot(name), now(world.core), [count]);
  const decisions = world.db.collection<{ _id: string }>('decisions');
  await decisions.deleteOne({ _id: `${submission.tenantId}/${name}` });
  expect(await fullOf('LATE')).toHaveLength(1);
  expect(await world.route(submission, 1, { first: false })).toMatchObject({ outcome: 'held' });
  expect(await fullOf('LATE')).toEqual([]);
  expect(await world.route(submission, 2, { first: false })).toMatchObject({ outcome: 'still_held' });
});
