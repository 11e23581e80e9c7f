import { qualificationQueue, webhookQueue, slotName } from '@sluice/contracts';
import { newId } from '@sluice/process';
import { duringTests, lifetimeCount, openSlot, slot } from '@sluice/testing';
import type { Collection } from 'mongodb';
import { auditCounts, completeOverdue, sweepOnce } from '../src/index.js';
import { accept, openPipeline, queued } from './pipeline.js';

// "a" is always checked before "b".
const [ODD, HEALTHY] = ['a-odd', 'b-healthy'];

const world = duringTests(openPipeline);

interface Raw {
  readonly _id: string;
  readonly [field: string]: unknown;
}
function raw(name: string): Collection<Raw> {
  return world.db.collection<Raw>(name);
}

const past = () => new Date(Date.now() - 60_000);
const failures = async (part: string) => {
  const { values } = await world.core.metrics.sweepFailures.get();
  return values.find(({ labels }) => labels.part === part)?.value ?? 0;
};

async function overdue(tenantId: string): Promise<string> {
  const { submissionId } = await accept(world.core, { tenantId, dueAt: past(), acceptedAt: past() });
  return submissionId;
}

async function isQueued(submissionId: string): Promise<boolean> {
  return (await queued(world, qualificationQueue)).flat().includes(`${submissionId}.0`);
}

const dueAtOf = async (tenantId: string, submissionId: string) =>
  (await world.core.stores.forTenant(tenantId).submissions.find(submissionId))?.dueAt?.getTime() ?? 0;

describe('a sweep that finds malformed documents', () => {
  it('requeues every other overdue submission of the same and of other tenants, and postpones the malformed one', async () => {
    const unreadable = await overdue(ODD);
    await raw('decisions').insertOne({
      _id: `${ODD}/${unreadable}.qualification.0`,
      tenantId: ODD,
      stage: 'qualification',
      generation: 0,
      decision: null,
    });
    const withoutData = await overdue(ODD);
    await raw('submissions').updateOne({ _id: `${ODD}/${withoutData}` }, { $unset: { data: '' } });
    await raw('leads').deleteOne({ _id: `${ODD}/${withoutData.replace('sub_', 'lead_')}` });
    const [beside, elsewhere] = [await overdue(ODD), await overdue(HEALTHY)];
    const before = await failures('submission');

    await sweepOnce(world.core);

    expect([await isQueued(beside), await isQueued(elsewhere)]).toEqual([true, true]);
    expect([await isQueued(unreadable), await isQueued(withoutData)]).toEqual([false, false]);
    expect(await failures('submission')).toBe(before + 2);
    expect(await dueAtOf(ODD, unreadable)).toBeGreaterThan(Date.now() + 60_000);
  });

  it('requeues the other effects of a tenant with one effect that can have no job', async () => {
    const effect = (kind: string, body?: object) => ({
      _id: `${ODD}/${newId('submission')}.created.${kind}`,
      tenantId: ODD,
      eventId: newId('event'),
      kind,
      trigger: 'created',
      status: 'due',
      attempts: [],
      body,
      leadId: 'lead_1',
      submissionId: 'sub_1',
      campaignId: 'ACMRU',
      dueAt: past(),
    });
    // The platform of a pixel without a body cannot be determined.
    const [odd, good] = [effect('pixel'), effect('webhook', {})];
    await raw('effects').insertMany([odd, good]);
    const before = await failures('effect');
    await sweepOnce(world.core);
    expect((await queued(world, webhookQueue)).flat()).toEqual([good._id.slice(ODD.length + 1)]);
    expect(await failures('effect')).toBe(before + 1);
    const { dueAt } = (await raw('effects').findOne({ _id: odd._id })) as unknown as { dueAt: Date };
    expect(dueAt.getTime()).toBeGreaterThan(Date.now() + 60_000);
  });

  it('continues with the other tenants when one tenant cannot be read at all', async () => {
    await accept(world.core, { tenantId: ODD, dueAt: past(), acceptedAt: past() });
    // A non-string key cannot be read as that of a submission.
    await world.db
      .collection<{ _id: number }>('submissions')
      .insertOne({ _id: 7, tenantId: ODD, dueAt: new Date(0) } as never);
    const elsewhere = await overdue(HEALTHY);
    await sweepOnce(world.core);
    expect(await isQueued(elsewhere)).toBe(true);
    expect(await failures('requeue')).toBeGreaterThan(0);
    await raw('submissions').deleteOne({ _id: 7 as never });
  });

  it('releases an orphaned slot next to one whose name cannot be read', async () => {
    const { counts, conclusions } = world.core.stores.forTenant(HEALTHY);
    const orphan = await overdue(HEALTHY);
    const count = lifetimeCount({ campaignId: 'CAP' }, 1);
    expect(
      await openSlot(world.core.stores.forTenant(HEALTHY), slot(slotName(orphan, 0)), new Date(), [count]),
    ).toBeUndefined();
    await conclusions.close(orphan, { end: { status: 'superseded', endedAt: new Date() } });
    await raw('counts').insertOne({
      _id: `${ODD}/campaign.CAP`,
      tenantId: ODD,
      open: [{ opening: 'odd', names: [7], at: past() }],
    });
    expect(await auditCounts(world.core, { youngMs: -1_000 })).toBe(1);
    expect(await counts.full([count])).toEqual([]);
    expect(await failures('slot')).toBe(1);
  });

  it.each([
    ['expires', { status: 'pending', expiresAt: past().toISOString() }, completeOverdue.expiredFiles],
    [
      'plans the webhook of',
      { status: 'uploaded', notificationsDueAt: past(), pendingNotifications: [] },
      completeOverdue.fileNotifications,
    ],
  ])('%s a file behind two hundred malformed files of another tenant', async (_what, fields, work) => {
    const file = (tenantId: string, fileKey: string, leadId: unknown) => ({
      _id: `${tenantId}/${String(leadId)}.${fileKey}`,
      tenantId,
      fileKey,
      leadId,
      ...fields,
    });
    await raw('files').insertMany(Array.from({ length: 200 }, (_, n) => file(ODD, `file${n}`, 5)));
    await raw('files').insertOne(file(HEALTHY, 'good', 'lead_nobody'));
    expect(await work(world.core)).toBe(1);
    await raw('files').deleteMany({});
  });
});
