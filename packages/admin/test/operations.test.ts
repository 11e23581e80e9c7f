/** Holds, queues, circuits, the audit, and the operations on one lead. */
import {
  adminApproveLead,
  adminCloseCircuit,
  adminCreateApiKey,
  adminDeliverLead,
  adminEraseLead,
  adminHoldInstallation,
  adminHoldTenant,
  adminListAudit,
  adminListCircuits,
  adminListHolds,
  adminListQueues,
  adminMoveLead,
  adminGetBuyer,
  adminGetNow,
  adminOpenCircuit,
  adminPauseQueue,
  adminReleaseInstallation,
  adminReleaseTenant,
  adminRepostLead,
  adminResolveOutcome,
  adminResumeQueue,
  deliveryEndpointSchema,
  deliveryQueue,
  type LeadRecord,
  type StagePayload,
  timeText,
} from '@sluice/contracts';
import { createIntake, unlessOnHold } from '@sluice/pipeline';
import { defineStage } from '@sluice/queue';
import { aStoredCampaign, duringTests, putItem } from '@sluice/testing';
import { setTimeout as pause } from 'node:timers/promises';
import { openAdminApi, type AdminApi } from './admin-api.js';

const world = duringTests(openAdminApi);
beforeAll(async () => {
  const campaign = aStoredCampaign({ campaignId: 'ACMRU' });
  await putItem(world.stores.forTenant('alpha').campaigns, 'ACMRU', campaign);
});

const alpha = { tenantId: 'alpha' };

let made = 0;
async function aStoredLead(
  changes: Partial<LeadRecord> = {},
  kind: 'import' | 'submit' = 'import',
): Promise<string> {
  const { stores, deps } = world;
  const of = stores.forTenant('alpha');
  const leadId = `lead_${(made += 1)}`;
  const submissionId = `sub_${made}`;
  await createIntake(deps).acceptNew({
    tenantId: 'alpha',
    leadId,
    submissionId,
    kind,
    search: [],
    isTest: false,
    campaign: (await of.campaigns.find('ACMRU'))!,
    data: { firstName: 'Ada' },
  });
  await of.leadUpdates.apply([leadId], (lead) => ({ lead: { ...lead, ...changes }, search: [] }));
  return leadId;
}

describe('a hold', () => {
  const ran: string[] = [];
  const stage = unlessOnHold(
    defineStage<StagePayload, AdminApi['deps']>({
      queue: deliveryQueue,
      budgetMs: 1_000,
      run: async ({ tenantId }) => {
        ran.push(tenantId);
        return { outcome: 'ran' };
      },
    }),
  );
  const runOf = async (tenantId: string) => {
    const payload = { tenantId, submissionId: 'sub_1', generation: 0 };
    return (await stage.run(payload, world.deps, { first: true })).outcome;
  };

  it('of a tenant stops calls for that tenant only, until it is released', async () => {
    await world.call(adminHoldTenant, { params: alpha, body: { reason: 'wrong buyer' } });
    const knownBy = performance.now() + 3_000;
    while ((await runOf('alpha')) !== 'on_hold') expect(performance.now()).toBeLessThan(knownBy);
    expect(await runOf('beta')).toBe('ran');
    const { data } = await world.call(adminListHolds);
    expect(data.holds).toEqual([
      expect.objectContaining({ tenantId: 'alpha', by: 'who may administer', reason: 'wrong buyer' }),
    ]);
    await world.call(adminReleaseTenant, { params: alpha });
    await pause(150);
    expect(await runOf('alpha')).toBe('ran');
  });

  it('of the installation is visible to every worker until it is released', async () => {
    await world.call(adminHoldInstallation, { body: { reason: 'restore' } });
    expect(await world.stores.hold.current()).toMatchObject({ by: 'who may administer', reason: 'restore' });
    const { data } = await world.call(adminListHolds);
    expect(data.holds).toEqual([expect.objectContaining({ tenantId: null, reason: 'restore' })]);
    await world.call(adminReleaseInstallation);
    expect(await world.stores.hold.current()).toBeUndefined();
  });

  it.each([
    ['of a tenant', adminHoldTenant, adminReleaseTenant, 'The calls of tenant alpha'],
    ['of the installation', adminHoldInstallation, adminReleaseInstallation, 'The calls of the installation'],
  ] as const)(
    '%s is one of two that are put at once, and the other person is told whose, since when and why',
    async (_of, hold, release, calls) => {
      const put = (reason: string, key = world.keys.administer) =>
        world.call(hold, { params: alpha, body: { reason }, key });
      const answers = await Promise.all([put('wrong buyer'), put('restore', world.keys.operate)]);
      const [refused] = answers.filter(({ status }) => status !== 200);
      const [{ since, by, reason } = { since: 0, by: '', reason: '' }] = (await world.call(adminListHolds))
        .data.holds;
      expect(refused?.error).toMatchObject({
        code: 'INVALID_STATE',
        message: `${calls} are on hold already, since ${timeText(since, 'UTC')} by ${by}: “${reason}”. Nothing was changed.`,
      });
      expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
      // The one who holds them may repeat the call.
      const mine = by.endsWith('operate') ? world.keys.operate : world.keys.administer;
      expect((await put(reason, mine)).status).toBe(200);
      expect((await put('another', mine)).error?.code).toBe('INVALID_STATE');
      expect((await world.call(adminListHolds)).data.holds).toMatchObject([{ since, by, reason }]);
      await world.call(release, { params: alpha });
    },
  );

  it('that does not exist cannot be released, and an unknown tenant cannot be put on hold', async () => {
    expect((await world.call(adminReleaseInstallation)).error?.code).toBe('INVALID_STATE');
    expect(
      (await world.call(adminHoldTenant, { params: { tenantId: 'gamma' }, body: { reason: 'x' } })).status,
    ).toBe(404);
  });
});

describe('queues', () => {
  it('are shown as paused until they are resumed', async () => {
    const paused = async () => {
      const { data } = await world.call(adminListQueues);
      return data.queues.filter((queue) => queue.paused).map(({ name }) => name);
    };
    await world.call(adminPauseQueue, { params: { queue: 'pixel' } });
    expect(await paused()).toEqual(['pixel']);
    await world.call(adminResumeQueue, { params: { queue: 'pixel' } });
    expect(await paused()).toEqual([]);
  });

  it('of unknown names are answered NOT_FOUND', async () => {
    expect((await world.call(adminPauseQueue, { params: { queue: 'nothing' } })).status).toBe(404);
  });
});

describe('circuits', () => {
  it('are listed while they are open, for their own tenant only', async () => {
    const { stores } = world;
    const at = stores.clock.now();
    const until = new Date(at.getTime() + 30_000);
    await stores.forTenant('alpha').openCircuits.note('ep_acme', until, at);
    const ofAlpha = await world.call(adminListCircuits, { params: alpha });
    expect(ofAlpha.data.circuits).toEqual([expect.objectContaining({ endpoint: 'ep_acme' })]);
    const ofBeta = await world.call(adminListCircuits, { params: { tenantId: 'beta' } });
    expect(ofBeta.data.circuits).toEqual([]);
  });

  it('that an operator opens stay open until closed, and the buyer’s history names the operator', async () => {
    const { stores } = world;
    const params = { ...alpha, receiver: 'ep_hand' };
    const body = { reason: 'they migrate' };
    expect((await world.call(adminOpenCircuit, { params, body })).status).toBe(404);
    const endpoint = { deliveryEndpointId: 'ep_hand', url: 'https://buyer.example/leads' };
    await putItem(
      stores.forTenant('alpha').deliveryEndpoints,
      'ep_hand',
      deliveryEndpointSchema.parse(endpoint),
    );
    await world.call(adminOpenCircuit, { params, body });
    const listed = async () => {
      const { data } = await world.call(adminListCircuits, { params: alpha });
      return data.circuits.find((circuit) => circuit.endpoint === 'ep_hand');
    };
    const byHand = { by: 'who may administer', reason: 'they migrate' };
    expect(await listed()).toMatchObject({ until: null, byHand });
    const { data } = await world.call(adminGetBuyer, { params });
    expect(data.buyer).toMatchObject({ state: 'open', openedBy: byHand });
    expect(data.circuit).toEqual([expect.objectContaining(byHand)]);
    const finding = { kind: 'circuit_opened_by_hand', link: '/buyers/alpha/ep_hand' };
    const found = async () => (await world.call(adminGetNow)).data.findings;
    expect(await found()).toContainEqual(expect.objectContaining(finding));

    await world.call(adminCloseCircuit, { params });
    expect(await listed()).toBeUndefined();
    const closed = await world.call(adminGetBuyer, { params });
    expect(closed.data.buyer.state).not.toBe('open');
    expect(closed.data.circuit).toEqual([expect.objectContaining(byHand)]);
  });

  it('that opened by themselves can be closed by an operator', async () => {
    const until = new Date(world.stores.clock.now().getTime() - 1_000).toISOString();
    const params = { ...alpha, receiver: 'ep_hand' };
    const past = await world.call(adminOpenCircuit, { params, body: { reason: 'x', until } });
    expect(past.error?.details).toEqual(['until: must be in the future']);
    const at = world.stores.clock.now();
    const listed = async () => {
      const { data } = await world.call(adminListCircuits, { params: alpha });
      return data.circuits.map(({ endpoint }) => endpoint);
    };
    const order = (await world.stores.receivers.find('alpha', 'ep_hand'))?.order;
    const until30 = new Date(at.getTime() + 30_000);
    await world.stores.forTenant('alpha').openCircuits.note('ep_hand', until30, at, order);
    expect(await listed()).toContain('ep_hand');
    await world.call(adminCloseCircuit, { params });
    expect(await listed()).not.toContain('ep_hand');
  });
});

describe('a lead', () => {
  it('is reposted only if its status allows it', async () => {
    const delivered = await aStoredLead({ status: 'delivered' });
    expect((await world.call(adminRepostLead, { params: { ...alpha, leadId: delivered } })).status).toBe(409);
    const failed = await aStoredLead({ status: 'failed' });
    const { data } = await world.call(adminRepostLead, { params: { ...alpha, leadId: failed } });
    const lead = await world.stores.forTenant('alpha').leads.find(failed);
    expect(lead).toMatchObject({ status: 'pending', lastSubmissionId: data.newSubmissionId });
  });

  it('is delivered once its approval allows it', async () => {
    const leadId = await aStoredLead({ status: 'pending_action', approvalStatus: 'pending' });
    const params = { ...alpha, leadId };
    const body = { campaignId: 'ACMRU' };
    expect((await world.call(adminDeliverLead, { params, body })).error?.code).toBe('INVALID_STATE');
    await world.call(adminApproveLead, { params, body: { approval: 'approved' } });
    const { data } = await world.call(adminDeliverLead, { params, body });
    const lead = await world.stores.forTenant('alpha').leads.find(leadId);
    expect(lead?.lastSubmissionId).toBe(data.newSubmissionId);
  });

  it('that waits for no approval cannot be approved', async () => {
    const params = { ...alpha, leadId: await aStoredLead() };
    const { error } = await world.call(adminApproveLead, { params, body: { approval: 'approved' } });
    expect(error?.code).toBe('INVALID_STATE');
  });

  it('is moved to another campaign, unless there is none of that code', async () => {
    const params = { ...alpha, leadId: await aStoredLead() };
    const { error } = await world.call(adminMoveLead, { params, body: { campaignId: 'NOONE' } });
    expect(error?.details).toEqual(['campaignId: does not exist']);
    const { data } = await world.call(adminMoveLead, { params, body: { campaignId: 'ACMRU' } });
    const lead = await world.stores.forTenant('alpha').leads.find(params.leadId);
    expect(lead?.lastSubmissionId).toBe(data.newSubmissionId);
  });

  it('of another tenant is NOT_FOUND', async () => {
    const params = { tenantId: 'beta', leadId: await aStoredLead({ status: 'failed' }) };
    expect((await world.call(adminRepostLead, { params })).error?.code).toBe('NOT_FOUND');
    expect((await world.call(adminEraseLead, { params, body: {} })).error?.code).toBe('NOT_FOUND');
  });

  it('is erased during a hold as well, and its buyer is not called after the release', async () => {
    const leadId = await aStoredLead({}, 'submit');
    const { journal, submissions, leads, attempts } = world.stores.forTenant('alpha');
    const submissionId = (await leads.find(leadId))?.lastSubmissionId ?? '';
    const submission = (await submissions.find(submissionId))!;
    const at = world.stores.clock.now();
    await journal.record(submission, 'qualification', 0, { kind: 'qualified', trace: [] }, at);
    const placement = { campaignId: 'ACMRU', clientId: 'cli_1', slots: [], reservedAt: at };
    await journal.record(submission, 'routing', 0, { kind: 'routed', ...placement, trace: [] }, at);
    await world.stores.workOnHold.put({ scope: 'submissions', tenantId: 'alpha', id: submissionId });
    const { data } = await world.call(adminEraseLead, { params: { ...alpha, leadId }, body: {} });
    expect(data.ended).toEqual([submissionId]);
    expect((await leads.find(leadId))?.data.firstName).toBeUndefined();
    expect((await submissions.find(submissionId))?.dueAt).toBeUndefined();
    expect(await attempts.of(submissionId)).toMatchObject([{ n: 1, ending: { kind: 'superseded' } }]);
    expect(await world.stores.workOnHold.release('submissions', 'alpha', 10)).toBe(0);
  });

  it('with an unknown submission id has no outcome to resolve', async () => {
    const params = { ...alpha, submissionId: 'sub_nothing' };
    expect((await world.call(adminResolveOutcome, { params, body: { buyer: 'has_it' } })).status).toBe(404);
  });
});

describe('the audit', () => {
  it('is listed page by page, newest first, and filtered by actor, tenant, lead, outcome and time', async () => {
    const from = world.stores.clock.now();
    for (const name of ['one', 'two', 'three']) {
      await world.call(adminCreateApiKey, { params: { tenantId: 'beta' }, body: { name } });
    }
    await world.call(adminCreateApiKey, { params: { tenantId: 'gamma' }, body: { name: 'x' } });
    const since = from.toISOString();
    const first = await world.call(adminListAudit, { query: { since, limit: '3' } });
    expect(first.data.entries.map(({ outcome }) => outcome)).toEqual(['refused', 'done', 'done']);
    const rest = await world.call(adminListAudit, { query: { since, cursor: first.data.nextCursor! } });
    expect([rest.data.entries.length, rest.data.nextCursor]).toEqual([1, null]);

    const count = async (query: Record<string, string>) =>
      (await world.call(adminListAudit, { query: { since, ...query } })).data.entries.length;
    expect(await count({ tenantId: 'beta' })).toBe(3);
    expect(await count({ outcome: 'refused' })).toBe(1);
    expect(await count({ who: 'nobody' })).toBe(0);
    expect(await count({ until: since })).toBe(0);
    expect(await count({ who: 'who may administer', action: 'adminCreateApiKey' })).toBe(4);
    expect(await count({ leadId: 'lead_1' })).toBe(0);
  });

  it('is exported completely, one entry per line', async () => {
    const response = await fetch(
      `${world.url}/admin/v1/audit/export?tenantId=beta&action=adminCreateApiKey`,
      {
        headers: { 'X-Admin-Key': world.keys.view },
      },
    );
    const lines = (await response.text()).trim().split('\n');
    expect(lines.map((line) => (JSON.parse(line) as { about: unknown }).about)).toEqual(
      Array(3).fill({ tenantId: 'beta' }),
    );
  });
});
