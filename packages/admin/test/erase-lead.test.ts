/** An erasure that is frozen just before it erases, while the lead is submitted again. */
import type { SubmissionRecord } from '@sluice/contracts';
import { createIntake } from '@sluice/pipeline';
import { newId } from '@sluice/process';
import { accepted, aStoredCampaign, aSubmission, duringTests, frozenBefore } from '@sluice/testing';
import { eraseLead } from '../src/leads/erase-lead.js';
import { openAdminApi } from './admin-api.js';

const world = duringTests(openAdminApi);

const tenantId = 'alpha';
const mine = () => world.stores.forTenant(tenantId);
const now = () => world.stores.clock.now();
const campaign = aStoredCampaign({ campaignId: 'ACMRU' });

/** A lead whose submission was rejected. */
async function atRest(): Promise<SubmissionRecord> {
  const submissionId = newId('submission');
  const submission = aSubmission({ tenantId, submissionId, campaignId: 'ACMRU', acceptedAt: now() });
  await world.stores.accept(accepted(submission));
  await mine().conclusions.close(submissionId, { end: { status: 'rejected', endedAt: now() } });
  const rest = { status: 'rejected', ended: true, submissionId, at: now() } as const;
  await mine().leads.recordStatus(submission.leadId, rest);
  return submission;
}

async function submitAgain(leadId: string): Promise<string> {
  const submissionId = newId('submission');
  await createIntake(world.deps).acceptFollowUp({
    tenantId,
    leadId,
    submissionId,
    kind: 'deliver',
    campaign,
  });
  return submissionId;
}

const eraseAfter = (leadId: string, meanwhile: () => Promise<unknown>) => {
  const stores = frozenBefore(world.stores, 'removal', 'erase', meanwhile);
  return eraseLead({ ...world.deps, stores }, tenantId, leadId, 0);
};

it('a submission accepted while a lead is erased keeps its data while it is in progress, and the erasure is refused', async () => {
  const { leadId, data } = await atRest();
  let submissionId = '';
  const erasing = eraseAfter(leadId, async () => {
    submissionId = await submitAgain(leadId);
  });
  await expect(erasing).rejects.toMatchObject({ code: 'INVALID_STATE' });
  expect((await mine().submissions.find(submissionId))?.data).toEqual(data);
  expect((await mine().leads.find(leadId))?.data).toEqual(data);
  expect(await mine().removal.erasureOf(leadId)).toBeUndefined();
});

it('a submission accepted and held while a lead is erased is ended and erased with it', async () => {
  const { leadId } = await atRest();
  let submissionId = '';
  const { ended } = await eraseAfter(leadId, async () => {
    submissionId = await submitAgain(leadId);
    const until = new Date(now().getTime() + 3_600_000);
    const held = {
      kind: 'held',
      reason: 'daily_limit_full',
      campaignId: 'ACMRU',
      until,
      waitsFor: [],
    } as const;
    await mine().journal.record({ leadId, submissionId }, 'routing', 0, { ...held, trace: [] }, now());
  });
  expect(ended).toEqual([submissionId]);
  expect((await mine().submissions.find(submissionId))?.data).toEqual({});
  expect((await mine().leads.find(leadId))?.data).toEqual({});
  await expect(submitAgain(leadId)).rejects.toMatchObject({ code: 'VALIDATION_ERROR' });
});

it('an update of a lead while it is erased is erased with it', async () => {
  const { leadId } = await atRest();
  const { erased } = await eraseAfter(leadId, () =>
    mine().leadUpdates.apply([leadId], (lead) => ({
      lead: { ...lead, data: { ...lead.data, notes: 'n' } },
      search: [],
    })),
  );
  expect(erased['leads']).toBe(1);
  expect((await mine().leads.find(leadId))?.data).toEqual({});
});
