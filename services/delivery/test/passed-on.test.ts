import type { StagePayload } from '@sluice/contracts';
import { now } from '@sluice/pipeline';
import { newId } from '@sluice/process';
import { aSubmission, duringTests, putItem } from '@sluice/testing';
import { openDeliveryWorker } from './delivery-worker.js';

const world = duringTests(openDeliveryWorker);

const duplicate = { when: { jsonPath: '$.is', equals: 'duplicate' }, outcome: 'duplicate' } as const;

/** A campaign with another buyer after its own. */
async function sellable() {
  const campaignId = await world.campaignTo({ responseRules: [duplicate] });
  const campaign = (await world.mine.campaigns.find(campaignId))!;
  await putItem(world.mine.campaigns, campaignId, { ...campaign, fallbackCampaigns: ['BUYER'] });
  return campaignId;
}

describe("a buyer's no", () => {
  it('leaves its next attempt to no worker, however late one comes', async () => {
    const payload = await world.routed(await sellable());
    world.answers({ status: 422, body: {} });
    await world.deliver(payload);
    expect(await world.decided(payload)).toMatchObject({ kind: 'passed_on' });
    const of = { submissionId: payload.submissionId, generation: 0 };
    const attempts = await world.mine.attempts.ofGeneration(of);
    expect(attempts.map(({ n, ending }) => [n, ending?.kind])).toEqual([
      [1, undefined],
      [2, 'passed_on'],
    ]);
    const calls = world.calls();
    await world.deliver(payload);
    expect(world.calls()).toBe(calls);
    const next = { n: 2, url: 'http://buyer', startedAt: now(world.core), leaseUntil: now(world.core) };
    expect(await world.mine.attempts.claim(of, next)).toBe(false);
    expect(await world.isFree(payload)).toBe(true);
  });

  it('that is repeated late leaves the claim on the person to the next buyer of the same client', async () => {
    const { mine, core } = world;
    const campaignId = await sellable();
    const claims = ['client.cli_x.phone.hash'];
    const payload = await world.routed(campaignId, { claims });
    const { leadId, ...submission } = (await mine.submissions.find(payload.submissionId))!;
    const ofLead = async () => (await mine.duplicateClaims.ofLead(leadId, now(core))).map(({ id }) => id);
    const take = () =>
      mine.duplicateClaims.take(
        claims[0]!,
        { leadId, ...payload },
        now(core),
        new Date(Date.now() + 3_600_000),
      );
    await take();
    world.answers({ status: 422, body: {} });
    await world.deliver(payload);
    expect(await ofLead()).toEqual([]);
    await take();
    const next = { campaignId: 'BUYER', clientId: `cli_${campaignId}`, reservedAt: now(core), claims };
    const routed = { kind: 'routed', ...next, trace: [] } as const;
    await mine.journal.record({ leadId, ...submission }, 'routing', 1, routed, now(core));
    await world.deliver(payload);
    expect(await ofLead()).toEqual(claims);
  });

  /** What becomes of a lead that its buyer calls a duplicate, after an earlier submission to it that ended so. */
  async function afterEarlier(end: {
    readonly status: 'delivered' | 'failed' | 'rejected';
    reason?: string;
  }) {
    const campaignId = await sellable();
    const first = await world.routed(campaignId);
    const { mine, core } = world;
    const { leadId } = (await mine.submissions.find(first.submissionId))!;
    await mine.conclusions.close(first.submissionId, { end: { ...end, endedAt: now(core) } });
    const again = aSubmission({
      submissionId: newId('submission'),
      leadId,
      campaignId,
      first: false,
      predecessorId: first.submissionId,
      kind: 'repost',
      acceptedAt: now(core),
    });
    await mine.leads.addSubmission(leadId, 0, again.submissionId, {});
    await core.stores.accept({ submission: again });
    const to = { campaignId, clientId: `cli_${campaignId}`, reservedAt: now(core) };
    await mine.journal.record(again, 'qualification', 0, { kind: 'qualified', trace: [] }, now(core));
    await mine.journal.record(again, 'routing', 0, { kind: 'routed', ...to, trace: [] }, now(core));
    const payload: StagePayload = {
      tenantId: again.tenantId,
      submissionId: again.submissionId,
      generation: 0,
    };
    world.answers({ status: 200, body: { is: 'duplicate' } });
    await world.deliver(payload);
    return (await world.decided(payload))?.kind;
  }

  it.each([
    ['took the lead', { status: 'delivered' }, 'duplicate'],
    ['may have taken the lead', { status: 'failed', reason: 'unknown_outcome' }, 'duplicate'],
    ['did not take the lead', { status: 'rejected', reason: 'full' }, 'passed_on'],
  ] as const)('that it is a duplicate, from one that %s earlier: %j ends in %s', async (_what, end, kind) => {
    expect(await afterEarlier(end)).toBe(kind);
  });
});
