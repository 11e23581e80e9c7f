import type { LeadRecord } from '@sluice/contracts';
import { claimId } from '@sluice/store';
import { duringTests } from '@sluice/testing';
import { aLead, like, openGateway } from './gateway.js';

const world = duringTests(openGateway);
beforeAll(async () => {
  await world.call('createCampaign', {
    body: { campaignId: 'OTHER', name: 'Other', clientId: 'cli_alpha', offerId: 'off_alpha' },
  });
});

const find = async (leadId: string): Promise<LeadRecord> => (await world.alpha.stores.leads.find(leadId))!;
const create = async (changes: Record<string, unknown> = {}): Promise<string> =>
  (await world.call('createLead', { body: aLead(changes) })).data.leadId;
const update = (leadIds: string[], updates: Record<string, unknown>) =>
  world.call('bulkUpdateLeads', { body: { leadIds, updates } });
const withStatus = async (status: string): Promise<string> => {
  const leadId = await create();
  await update([leadId], { status });
  return leadId;
};

describe('PATCH /leads/bulk', () => {
  it('changes the permitted fields and counts the leads that really changed', async () => {
    const [a, b] = [await create(), await create({ questionnaire: { x: 1 } })];
    const { status, data } = await update([a, b, a, 'lead_none'], {
      status: 'contacted',
      approvalStatus: 'approved',
      email: 'New@Example.com',
      questionnaire: { y: 2 },
      'questionnaire.z': 3,
      'customFields.score': 9,
      'flags.vip': true,
      notes: 'n',
      isTest: true,
    });
    expect(status).toBe(200);
    expect(data).toEqual({ modifiedCount: 2 });
    expect(await find(b)).toMatchObject({
      status: 'contacted',
      approvalStatus: 'approved',
      isTest: true,
      data: {
        email: 'new@example.com',
        questionnaire: { x: 1, y: 2, z: 3 },
        customFields: { score: 9 },
        flags: { vip: true },
        notes: 'n',
      },
    });
    expect((await update([a, b], { status: 'contacted' })).data).toEqual({ modifiedCount: 0 });
  });

  it('makes a changed name searchable', async () => {
    const leadId = await create();
    await update([leadId], { lastName: 'Zanzibar' });
    const { data } = await world.call('listLeads', { query: { search: 'zanzibar' } });
    expect(data.leads.map((lead) => lead.leadId)).toEqual([leadId]);
  });

  it('gives an erased lead no data again, so it can be sent to no buyer, but still sets its status', async () => {
    const leadId = await create();
    await world.alpha.stores.removal.erase(leadId);
    const email = 'back@example.com';
    expect((await update([leadId], { email, notes: 'n', 'flags.vip': true })).data).toEqual({
      modifiedCount: 0,
    });
    const { data } = await update([leadId], { email, status: 'contacted', isTest: true });
    expect(data).toEqual({ modifiedCount: 1 });
    expect(await find(leadId)).toMatchObject({ status: 'contacted', isTest: true, data: {} });
    const listed = await world.call('listLeads', { query: { search: email } });
    expect(listed.data.leads).toEqual([]);
    const delivered = await world.call('deliverLead', { params: { leadId }, body: { campaignId: 'OTHER' } });
    expect(delivered.error?.details).toEqual(['leadId: the personal data of this lead was erased']);
  });

  it('loses none of many concurrent updates', async () => {
    const leadId = await create({ questionnaire: {} });
    const answers = await Promise.all(
      Array.from({ length: 10 }, (_, n) => update([leadId], { [`questionnaire.q${n}`]: n })),
    );
    for (const { data } of answers) expect(data).toEqual({ modifiedCount: 1 });
    expect(Object.keys((await find(leadId)).data.questionnaire ?? {})).toHaveLength(10);
  });

  it('changes no lead if one of them would become larger than a lead may be', async () => {
    const [a, full, b] = [await create(), await create(), await create()];
    await world.alpha.stores.leadUpdates.apply([full], (lead) => ({
      lead: { ...lead, data: { customFields: { big: 'x'.repeat(1024 * 1024 - 1_000) } } },
      search: [],
    }));
    const wanted = { status: 'contacted', 'customFields.more': 'y'.repeat(2_000) };
    const { status, error } = await update([a, full, b], wanted);
    expect([status, error?.code]).toEqual([400, 'VALIDATION_ERROR']);
    // A write of a lead that had begun would be done before this one.
    await update([a, b], { 'flags.afterwards': true });
    for (const leadId of [a, b]) {
      const { status: stayed, data } = await find(leadId);
      expect([stayed, data.customFields, data.flags]).toEqual(['new', undefined, { afterwards: true }]);
    }
    expect((await update([a, b], wanted)).data).toEqual({ modifiedCount: 2 });
  });
});

describe('POST /leads/{leadId}/repost', () => {
  const repost = (leadId: string, body: unknown = {}) =>
    world.call('repostLead', { params: { leadId }, body });

  it('retries the delivery of a failed lead and skips qualification', async () => {
    const leadId = await withStatus('failed');
    const { lastSubmissionId } = await find(leadId);
    const { status: answered, data } = await repost(leadId);
    expect(answered).toBe(202);
    expect(data).toEqual({ newSubmissionId: like(/^sub_/), leadId, requiresQualification: false });
    const submission = await world.alpha.stores.submissions.find(data.newSubmissionId);
    expect(submission).toMatchObject({ kind: 'repost', retryOf: lastSubmissionId });
  });

  it('requires no body', async () => {
    const leadId = await withStatus('failed');
    const { status } = await world.request('POST', `/api/v1/leads/${leadId}/repost`);
    expect(status).toBe(202);
  });

  it('stores the delivery info that overrides the previous destination', async () => {
    const leadId = await withStatus('failed');
    const deliveryInfo = {
      url: 'https://buyer.example/in',
      method: 'PUT',
      headers: { A: 'b' },
      body: { c: 1 },
    };
    const { data } = await repost(leadId, { deliveryInfo });
    expect(await world.alpha.stores.submissions.find(data.newSubmissionId)).toMatchObject({ deliveryInfo });
  });

  it('repeats qualification when the data is modified', async () => {
    const leadId = await withStatus('rejected');
    const { data } = await repost(leadId, { modifiedPayload: { lastName: 'Byron' }, campaignId: 'OTHER' });
    expect(data.requiresQualification).toBe(true);
    const submission = await world.alpha.stores.submissions.find(data.newSubmissionId);
    expect(submission).toMatchObject({ campaignId: 'OTHER', data: { lastName: 'Byron', firstName: 'Ada' } });
    expect(submission?.retryOf).toBeUndefined();
  });

  it('answers INVALID_STATE for a lead of another status', async () => {
    const { status: answered, error } = await repost(await create());
    expect([answered, error?.code]).toEqual([409, 'INVALID_STATE']);
  });
});

describe('POST /leads/{leadId}/deliver', () => {
  const deliver = (leadId: string, body: unknown) => world.call('deliverLead', { params: { leadId }, body });

  it('sends a lead to the campaign in a new submission', async () => {
    const leadId = await create();
    const { status, data } = await deliver(leadId, { campaignId: 'OTHER' });
    expect(status).toBe(202);
    expect(data).toEqual({ newSubmissionId: like(/^sub_/), leadId });
    expect(await world.alpha.stores.submissions.find(data.newSubmissionId)).toMatchObject({
      kind: 'deliver',
      campaignId: 'OTHER',
      status: 'pending',
    });
  });

  it('answers INVALID_STATE while the lead waits for approval', async () => {
    const leadId = await create();
    await update([leadId], { approvalStatus: 'pending' });
    const { status, error } = await deliver(leadId, { campaignId: 'ACMRU' });
    expect([status, error?.code]).toEqual([409, 'INVALID_STATE']);
  });

  it('reports a missing lead as 404 and a missing campaign by its field', async () => {
    expect((await deliver('lead_none', { campaignId: 'ACMRU' })).status).toBe(404);
    const leadId = await create();
    expect((await deliver(leadId, { campaignId: 'NONE' })).error?.details).toEqual([
      'campaignId: does not exist',
    ]);
    expect((await deliver(leadId, {})).error?.details?.[0]).toMatch(/^campaignId: /);
  });
});

describe('POST /leads/{leadId}/move-to-campaign', () => {
  const move = (leadId: string, campaignId: string) =>
    world.call('moveLeadToCampaign', { params: { leadId }, body: { campaignId } });

  it('moves the lead in a new submission, and answers a message without data', async () => {
    const leadId = await create();
    const { status, text } = await move(leadId, 'OTHER');
    expect(status).toBe(202);
    expect(JSON.parse(text)).toEqual({ success: true, message: 'Lead moved to campaign OTHER' });
    const lead = await find(leadId);
    expect(lead).toMatchObject({ campaignId: 'OTHER', status: 'pending' });
    expect(await world.alpha.stores.submissions.find(lead.lastSubmissionId)).toMatchObject({ kind: 'move' });
  });

  it('reports a missing lead as 404 and a missing campaign by its field', async () => {
    expect((await move('lead_none', 'OTHER')).status).toBe(404);
    expect((await move(await create(), 'NONE')).error?.details).toEqual(['campaignId: does not exist']);
  });
});

describe('a bulk update of a field that duplicates are found by', () => {
  it('moves the claims of the lead to its new values', async () => {
    const { stores } = world.alpha;
    const settings = { dedupeEnabled: true, dedupeFields: ['email'] };
    await world.call('createCampaign', {
      body: { campaignId: 'DEDUP', name: 'D', clientId: 'cli_alpha', offerId: 'off_alpha', settings },
    });
    const { data } = await world.call('submitLead', { body: aLead({ campaignId: 'DEDUP' }) });
    const submission = (await stores.submissions.find(data.submissionId))!;
    const at = world.stores.clock.now();
    await stores.journal.record(submission, 'qualification', 0, { kind: 'qualified', trace: [] }, at);
    const claim = (email: string) => claimId('DEDUP', 'email', email);
    const until = new Date(at.getTime() + 3_600_000);
    await stores.duplicateClaims.take(claim(submission.data.email ?? ''), submission, at, until);
    await update([data.leadId], { email: 'Corrected@Example.com' });
    const held = await stores.duplicateClaims.ofLead(data.leadId, at);
    expect(held.map(({ id }) => id)).toEqual([claim('corrected@example.com')]);
  });
});
