/** Duplicate claims after a lead's values were corrected. */
import type { LeadData, LeadRecord, QualificationDecision, SubmissionRecord } from '@sluice/contracts';
import { newId } from '@sluice/process';
import { claimId } from '@sluice/store';
import { accepted, aStoredCampaign, aSubmission, duringTests, putItem, testPhone } from '@sluice/testing';
import { openWorld } from '@sluice/testing/core';
import { followLead } from '../src/claims/follow-lead.js';

const world = duringTests(openWorld);
const mine = () => world.stores.forTenant('demo');
const now = () => world.stores.clock.now();
const until = () => new Date(now().getTime() + 3_600_000);
const settings = { dedupeEnabled: true, dedupeFields: ['phone', 'email', 'questionnaire.case_number'] };

beforeAll(async () => {
  await putItem(mine().campaigns, 'ACMRU', aStoredCampaign({ campaignId: 'ACMRU', settings }));
  await putItem(mine().campaigns, 'FREE', aStoredCampaign({ campaignId: 'FREE' }));
});

let people = 0;
const aPhone = () => testPhone((people += 1));
const phoneClaim = (phone: string) => claimId('ACMRU', 'phone', phone);

/** A lead whose submission was decided so, holding the claims of its phone and email. */
async function aLead(
  kind: 'qualified' | 'disqualified' | 'undecided' = 'qualified',
  data: LeadData = { phone: aPhone(), phoneValid: true, email: `${newId('lead')}@example.com`.toLowerCase() },
): Promise<{ submission: SubmissionRecord; leadId: string; data: LeadData }> {
  const ids = { leadId: newId('lead'), submissionId: newId('submission') };
  const submission = aSubmission({ ...ids, campaignId: 'ACMRU', acceptedAt: now(), data });
  await world.stores.accept(accepted(submission));
  const decision = { kind, reason: 'rule', trace: [] } as unknown as QualificationDecision;
  if (kind !== 'undecided') await mine().journal.record(submission, 'qualification', 0, decision, now());
  if (kind === 'qualified')
    for (const id of [phoneClaim(data.phone ?? ''), claimId('ACMRU', 'email', data.email ?? '')])
      await mine().duplicateClaims.take(id, submission, now(), until());
  return { submission, leadId: submission.leadId, data };
}

async function update(leadId: string, changes: Partial<LeadData>): Promise<LeadRecord> {
  const [updated] = await mine().leadUpdates.apply([leadId], (lead) => ({
    lead: { ...lead, data: { ...lead.data, ...changes } },
    search: [],
  }));
  if (!updated) throw new Error('no such lead');
  return updated.lead;
}

const correct = async (leadId: string, changes: Partial<LeadData>) =>
  followLead(world.core, 'demo', await update(leadId, changes));

const holderOf = async (id: string) => {
  const answer = await mine().duplicateClaims.look(id, { leadId: 'lead_nobody' }, now());
  return answer.kind === 'held' ? answer.holder.leadId : undefined;
};

describe('when a value that duplicates are found by is corrected', () => {
  it('the lead holds the new value and no longer the old one; its other claims stay', async () => {
    const { leadId, data, submission } = await aLead();
    const phone = aPhone();
    const [before] = (await mine().duplicateClaims.ofLead(leadId, now())).filter(
      ({ id }) => id === phoneClaim(data.phone ?? ''),
    );
    await correct(leadId, { phone });
    expect(await holderOf(phoneClaim(phone))).toBe(leadId);
    expect(await holderOf(phoneClaim(data.phone ?? ''))).toBeUndefined();
    expect(await holderOf(claimId('ACMRU', 'email', data.email ?? ''))).toBe(leadId);
    const [now_] = (await mine().duplicateClaims.ofLead(leadId, now())).filter(
      ({ id }) => id === phoneClaim(phone),
    );
    expect(now_).toMatchObject({ submissionId: submission.submissionId, expiresAt: before?.expiresAt });
  });

  it('a value that another lead holds stays with that lead, and the old one is given back', async () => {
    const [one, other] = [await aLead(), await aLead()];
    await correct(one.leadId, { phone: other.data.phone ?? '' });
    expect(await holderOf(phoneClaim(other.data.phone ?? ''))).toBe(other.leadId);
    expect(await holderOf(phoneClaim(one.data.phone ?? ''))).toBeUndefined();
  });

  it('a field that had no value is claimed, and one that has none any more is given back', async () => {
    const { leadId, data } = await aLead();
    const caseClaim = claimId('ACMRU', 'questionnaire.case_number', 'ab 12');
    await correct(leadId, { questionnaire: { case_number: 'AB 12' }, phoneValid: false });
    expect(await holderOf(caseClaim)).toBe(leadId);
    expect(await holderOf(phoneClaim(data.phone ?? ''))).toBeUndefined();
  });

  it('a request that died before this is completed by its repetition', async () => {
    const { leadId, data } = await aLead();
    const phone = aPhone();
    await update(leadId, { phone });
    await correct(leadId, { phone });
    await correct(leadId, { phone });
    expect(await holderOf(phoneClaim(phone))).toBe(leadId);
    expect(await holderOf(phoneClaim(data.phone ?? ''))).toBeUndefined();
  });

  it('of two updates at once the claims are those of the one that was written last', async () => {
    const { leadId, data } = await aLead();
    const [first, last] = [aPhone(), aPhone()];
    const overtaken = await update(leadId, { phone: first });
    await correct(leadId, { phone: last });
    await followLead(world.core, 'demo', overtaken);
    expect(await holderOf(phoneClaim(last))).toBe(leadId);
    for (const phone of [first, data.phone ?? '']) expect(await holderOf(phoneClaim(phone))).toBeUndefined();
  });

  it('a lead that holds none of its values, because it was disqualified or not yet judged, claims nothing', async () => {
    for (const kind of ['disqualified', 'undecided'] as const) {
      const { leadId } = await aLead(kind);
      const phone = aPhone();
      await correct(leadId, { phone });
      expect(await holderOf(phoneClaim(phone))).toBeUndefined();
    }
  });

  it('a value that a submission without a right to it still holds is taken over', async () => {
    const gone = await aLead('disqualified');
    await mine().duplicateClaims.take(phoneClaim(gone.data.phone ?? ''), gone.submission, now(), until());
    const { leadId } = await aLead();
    await correct(leadId, { phone: gone.data.phone ?? '' });
    expect(await holderOf(phoneClaim(gone.data.phone ?? ''))).toBe(leadId);
  });
});
