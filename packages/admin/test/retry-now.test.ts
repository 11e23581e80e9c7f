/** Retrying at once what waits for a buyer: one lead, or all of them. */
import {
  adminCloseCircuit,
  adminGetLeadTimeline,
  adminListCircuits,
  adminOpenCircuit,
  adminRetryBuyer,
  adminRetryLead,
  adminHoldTenant,
  adminReleaseTenant,
  slotName,
} from '@sluice/contracts';
import { campaignCount } from '@sluice/domain';
import { accepted, aStoredCampaign, aSubmission, duringTests, openSlot, slot } from '@sluice/testing';
import { eraseLead } from '../src/leads/erase-lead.js';
import { aBuyer } from './catalog.js';
import { openAdminApi } from './admin-api.js';

const world = duringTests(openAdminApi);
const params = { tenantId: 'alpha' };
const buyer = { ...params, receiver: 'ep_acme' };
const HOUR_MS = 3_600_000;
let count = 0;

beforeAll(() => aBuyer(world.stores));

/** A lead of campaign TEXAS that waits an hour for its second attempt. */
async function waiting(): Promise<{ readonly leadId: string; readonly submissionId: string }> {
  const { stores } = world;
  const of = stores.forTenant('alpha');
  const at = stores.clock.now();
  const n = (count += 1);
  const ids = { leadId: `lead_w${n}`, submissionId: `sub_w${n}` };
  const submission = aSubmission({ tenantId: 'alpha', campaignId: 'TEXAS', ...ids });
  await stores.accept(accepted(submission));
  await of.journal.record(submission, 'qualification', 0, { kind: 'qualified', trace: [] }, at);
  const campaign = aStoredCampaign({ campaignId: 'TEXAS', clientId: 'cli_acme' });
  await openSlot(of, slot(slotName(ids.submissionId, 0)), at, [
    campaignCount(campaign, undefined, 'UTC', at),
  ]);
  const decision = {
    kind: 'routed',
    campaignId: 'TEXAS',
    clientId: 'cli_acme',
    reservedAt: at,
    trace: [],
  } as const;
  await of.journal.record(submission, 'routing', 0, decision, at);
  const nextAt = new Date(at.getTime() + HOUR_MS);
  const attempt = { submissionId: ids.submissionId, generation: 0 };
  await of.attempts.claim(attempt, { n: 1, url: 'https://acme.example', startedAt: at, leaseUntil: at });
  await of.attempts.conclude(attempt, 1, { kind: 'retry', status: 503, endedAt: at, durationMs: 5, nextAt });
  await of.submissions.postpone(ids.submissionId, nextAt, nextAt);
  return ids;
}

const nextOf = async (submissionId: string) => {
  const of = world.stores.forTenant('alpha');
  return (await of.attempts.of(submissionId)).at(-1)?.outcome?.nextAt?.getTime() ?? 0;
};

it('a lead that waits says for what and until when, and is retried at once', async () => {
  const { leadId, submissionId } = await waiting();
  const timeline = async () =>
    (await world.call(adminGetLeadTimeline, { params: { ...params, leadId } })).data;
  const before = await timeline();
  expect(before.can).toContain('retry');
  expect(before.moments.at(-1)?.what.text).toMatch(
    /^Waits for attempt 2 to deliver it to campaign TEXAS: .* UTC\.$/,
  );
  const { status, data } = await world.call(adminRetryLead, { params: { ...params, leadId } });
  expect([status, data]).toEqual([202, { leadId, submissionId, attempt: 2, at: data.at }]);
  expect(await nextOf(submissionId)).toBe(Date.parse(data.at));
  expect((await timeline()).can).not.toContain('retry');
});

it('a retry is refused, and changes nothing, where nothing waits, during a hold, or while a person keeps the circuit open', async () => {
  const { leadId, submissionId } = await waiting();
  const planned = await nextOf(submissionId);
  const retry = async (of = leadId) => {
    const { status, error } = await world.call(adminRetryLead, { params: { ...params, leadId: of } });
    return [status, error?.message];
  };
  await world.call(adminHoldTenant, { params, body: { reason: 'they migrate' } });
  expect(await retry()).toEqual([409, 'Calls outside are on hold: release the hold first.']);
  await world.call(adminReleaseTenant, { params });
  await world.call(adminOpenCircuit, { params: buyer, body: { reason: 'they migrate' } });
  const kept = [409, 'who may administer keeps the circuit of ep_acme open (they migrate): close it first.'];
  expect(await retry()).toEqual(kept);
  const all = await world.call(adminRetryBuyer, { params: buyer });
  expect([all.status, all.error?.message]).toEqual(kept);
  await world.call(adminCloseCircuit, { params: buyer });
  expect(await nextOf(submissionId)).toBe(planned);
  const fresh = aSubmission({
    tenantId: 'alpha',
    leadId: 'lead_fresh',
    submissionId: 'sub_fresh',
    campaignId: 'TEXAS',
  });
  await world.stores.accept(accepted(fresh));
  expect(await retry('lead_fresh')).toEqual([409, 'The lead does not wait for an attempt to deliver it.']);
  expect((await retry('lead_unknown'))[0]).toBe(404);
  const foreign = { params: { ...buyer, tenantId: 'beta' } };
  expect((await world.call(adminRetryBuyer, foreign)).status).toBe(404);
  expect(
    (await world.call(adminRetryLead, { params: { ...params, leadId }, key: world.keys.view })).status,
  ).toBe(403);
});

it('all leads that wait for a buyer are retried, and a circuit that opened by itself closes first', async () => {
  const leads = [await waiting(), await waiting(), await waiting()];
  const { circuitOrders, openCircuits } = world.stores.forTenant('alpha');
  const at = world.stores.clock.now();
  const order = await circuitOrders.cached('ep_acme');
  await openCircuits.note('ep_acme', new Date(at.getTime() + 20_000), at, order);
  expect((await world.call(adminListCircuits, { params })).data.circuits).toHaveLength(1);
  const { status, data } = await world.call(adminRetryBuyer, { params: buyer });
  expect(status).toBe(202);
  expect(data.retried).toBeGreaterThanOrEqual(leads.length);
  expect(data).toMatchObject({ underWay: 0, more: false });
  expect((await world.call(adminListCircuits, { params })).data.circuits).toEqual([]);
  for (const { submissionId } of leads)
    expect(await nextOf(submissionId)).toBeLessThan(at.getTime() + 10_000);
});

it('a retry of what is under way, ended or erased is refused in words, and nothing is called again', async () => {
  const of = world.stores.forTenant('alpha');
  const at = world.stores.clock.now();
  const retry = async (leadId: string) => {
    const { status, error } = await world.call(adminRetryLead, { params: { ...params, leadId } });
    return [status, error?.message];
  };
  const running = await waiting();
  const leaseUntil = new Date(at.getTime() + HOUR_MS);
  const second = { n: 2, url: 'https://acme.example', startedAt: at, leaseUntil };
  await of.attempts.claim({ submissionId: running.submissionId, generation: 0 }, second);
  const until = leaseUntil.toISOString();
  expect(await retry(running.leadId)).toEqual([
    409,
    `An attempt is being made already, until ${until} at most.`,
  ]);
  const all = (await world.call(adminRetryBuyer, { params: buyer })).data;
  expect(all).toMatchObject({ underWay: 1, more: false });
  expect((await of.attempts.of(running.submissionId)).map(({ n }) => n)).toEqual([1, 2]);

  const { leadId, submissionId } = await waiting();
  await of.conclusions.close(submissionId, { end: { status: 'failed', endedAt: at } });
  await of.leads.recordStatus(leadId, { status: 'failed', ended: true, submissionId, at });
  expect(await retry(leadId)).toEqual([409, 'The lead does not wait for an attempt to deliver it.']);
  await eraseLead(world.deps, 'alpha', leadId, 0);
  const [status, message] = await retry(leadId);
  expect([status, message]).toEqual([409, 'The lead does not wait for an attempt to deliver it.']);
});
