import type { StagePayload } from '@sluice/contracts';
import { advance, endIfWaiting, now, resolveOutcome, type Core } from '@sluice/pipeline';
import { newId } from '@sluice/process';
import { aSubmission, duringTests, putTenant } from '@sluice/testing';
import { openDeliveryWorker } from './delivery-worker.js';

const world = duringTests(openDeliveryWorker);

const tenantId = 'demo';

/** A lead with an unknown outcome; its slot is kept. */
async function unknown(): Promise<StagePayload> {
  const payload = await world.routed('BUYER', { priceTerms: { currency: 'EUR', expectedMinor: 5500 } });
  const submission = await found(payload);
  const decision = { kind: 'pending_action', reason: 'unknown_outcome', trace: [] } as const;
  const decidedAt = now(world.core);
  await world.mine.journal.record(submission, 'delivery', 0, decision, decidedAt);
  await advance(world.core, submission, { stage: 'delivery', generation: 0, decision, decidedAt });
  expect(await state(payload)).toMatchObject({ lead: 'pending_action', submission: 'pending_action' });
  return payload;
}

async function found({ submissionId }: StagePayload) {
  const submission = await world.mine.submissions.find(submissionId);
  if (!submission) throw new Error(`no ${submissionId}`);
  return submission;
}

async function state(payload: StagePayload) {
  const { leadId, status, reason, dueAt } = await found(payload);
  const lead = await world.mine.leads.find(leadId);
  return {
    lead: lead?.status,
    leadReason: lead?.reason,
    submission: status,
    reason,
    moves: dueAt !== undefined,
    free: await world.isFree(payload),
    placed: await world.placed('BUYER'),
  };
}

const say = (payload: StagePayload, said: 'has_it' | 'does_not_have_it', core: Core = world.core) =>
  resolveOutcome(core, tenantId, payload.submissionId, said);

/** The core of a process in which `happens` is called whenever it reads a lead's list of submissions. */
function coreInWhich(happens: () => Promise<void>): Core {
  const { stores } = world.core;
  const forTenant = (id: string) => {
    const mine = stores.forTenant(id);
    const submissionsOf = async (leadId: string) => {
      const listed = await mine.leads.submissionsOf(leadId);
      await happens();
      return listed;
    };
    const leads = new Proxy(mine.leads, {
      get: (target, name) => {
        if (name === 'submissionsOf') return submissionsOf;
        const member: unknown = Reflect.get(target, name);
        return typeof member === 'function' ? (member.bind(target) as unknown) : member;
      },
    });
    return { ...mine, leads };
  };
  return { ...world.core, stores: { ...stores, forTenant } };
}

describe('a submission of unknown outcome', () => {
  it('is delivered and placed when an operator says that the buyer has the lead, and stays so after any later statement', async () => {
    const payload = await unknown();
    const { placed } = await state(payload);
    for (const said of ['has_it', 'has_it', 'does_not_have_it'] as const) {
      const kind = said === 'has_it' ? 'resolved' : 'already_resolved';
      expect(await say(payload, said)).toMatchObject({ kind, status: 'delivered' });
      expect(await state(payload)).toEqual({
        lead: 'delivered',
        leadReason: 'buyer_has_it',
        submission: 'delivered',
        reason: 'buyer_has_it',
        moves: false,
        free: false,
        placed: placed + 1,
      });
    }
    expect(await world.core.reports.forTenant('demo').needsAttention.unknown(10)).toEqual([]);
    const { leadId, submissionId } = await found(payload);
    expect((await world.mine.ledger.page({ leadId }, 10)).entries).toMatchObject([
      { entryId: `${submissionId}.sale`, minor: 5500, currency: 'EUR', placedCampaignId: 'BUYER' },
    ]);
  });

  it('fails and releases its slot when an operator says that the buyer does not have the lead', async () => {
    const payload = await unknown();
    const { placed } = await state(payload);
    expect(await world.core.reports.forTenant('demo').needsAttention.unknownCount()).toBe(1);
    for (const said of ['does_not_have_it', 'does_not_have_it', 'has_it'] as const) {
      await say(payload, said);
      expect(await state(payload)).toMatchObject({
        lead: 'failed',
        submission: 'failed',
        free: true,
        placed,
      });
    }
  });

  it('is resolved by one of two operators who contradict each other concurrently, and the other gets that result', async () => {
    const payload = await unknown();
    const { placed } = await state(payload);
    const both = await Promise.all([say(payload, 'has_it'), say(payload, 'does_not_have_it')]);
    expect(both.map(({ kind }) => kind).sort()).toEqual(['already_resolved', 'resolved']);
    const after = await state(payload);
    const delivered = both[0]?.kind === 'resolved';
    expect(after).toMatchObject(
      delivered
        ? { lead: 'delivered', submission: 'delivered', free: false, placed: placed + 1 }
        : { lead: 'failed', submission: 'failed', free: true, placed },
    );
  });

  it('is completed by a worker when the process of the operator died after recording the resolution', async () => {
    const payload = await unknown();
    const submission = await found(payload);
    await world.mine.submissions.reopen(payload.submissionId, now(world.core));
    const decision = { kind: 'failed', reason: 'buyer_does_not_have_it', trace: [] } as const;
    await world.mine.journal.record(submission, 'resolution', 0, decision, now(world.core));
    expect(await world.deliver(payload)).toMatchObject({ outcome: 'failed' });
    expect(await state(payload)).toMatchObject({
      lead: 'failed',
      submission: 'failed',
      free: true,
      moves: false,
    });
  });

  it('keeps its previous end when the process of the operator died before recording the resolution', async () => {
    const payload = await unknown();
    await world.mine.submissions.reopen(payload.submissionId, now(world.core));
    await world.deliver(payload);
    expect(await state(payload)).toMatchObject({
      lead: 'pending_action',
      submission: 'pending_action',
      reason: 'unknown_outcome',
      moves: false,
      free: false,
    });
    expect(await say(payload, 'has_it')).toMatchObject({ kind: 'resolved' });
  });

  it('is not ended again on behalf of a newer submission while an operator resolves it', async () => {
    const payload = await unknown();
    await world.mine.submissions.reopen(payload.submissionId, now(world.core));
    await endIfWaiting(world.core, await found(payload), { by: 'sub_newer', because: 'a newer submission' });
    expect(await state(payload)).toMatchObject({ moves: true });
  });

  it('is resolved even if a worker repeats its first end meanwhile', async () => {
    const payload = await unknown();
    const resolving = say(
      payload,
      'has_it',
      coreInWhich(async () => void (await world.deliver(payload))),
    );
    expect(await resolving).toMatchObject({ kind: 'resolved' });
    expect(await state(payload)).toMatchObject({
      lead: 'delivered',
      submission: 'delivered',
      reason: 'buyer_has_it',
      moves: false,
    });
    const unresolved = await world.core.reports.forTenant('demo').needsAttention.unknown(10);
    expect(unresolved.map(({ submissionId }) => submissionId)).not.toContain(payload.submissionId);
  });

  it('is not resolved by a process that was frozen until the sweep may have ended it again', async () => {
    const payload = await unknown();
    let frozenMs = 0;
    let readings = 0;
    // The list is read before the submission is reopened and again afterwards, where the process is frozen.
    const core = coreInWhich(async () => {
      readings += 1;
      if (readings === 2) frozenMs = 60_000;
    });
    const clock = { now: () => new Date(world.core.stores.clock.now().getTime() + frozenMs) };
    const stalled = { ...core, stores: { ...core.stores, clock } } as unknown as Core;
    await expect(say(payload, 'has_it', stalled)).rejects.toMatchObject({ code: 'SERVICE_UNAVAILABLE' });
    expect(await world.mine.journal.find(payload.submissionId, 'resolution', 0)).toBeUndefined();
  });

  it('is not resolved while a submission that its lead lists later is in progress, whatever their ids', async () => {
    const payload = await unknown();
    const { leadId } = await found(payload);
    const olderId = `sub_00${newId('submission').slice(6)}`;
    const later = aSubmission({ submissionId: olderId, leadId, campaignId: 'BUYER', first: false });
    await world.core.stores.accept({ submission: { ...later, acceptedAt: now(world.core) } });
    const following = await world.mine.leads.toFollow(leadId, olderId);
    if (!following) throw new Error('no lead');
    const listed = { status: 'pending' as const, updatedAt: now(world.core) };
    expect(await world.mine.leads.addSubmission(leadId, following.revision, olderId, listed)).toBe(true);
    expect(await say(payload, 'has_it')).toEqual({ kind: 'newer_in_progress', by: olderId });
  });

  it('sends no receiver the data of a person who is erased while an operator resolves it', async () => {
    const settings = { webhooks: { url: 'https://hooks.example/demo' } };
    await putTenant(world.core.stores.tenants, { tenantId, name: tenantId, settings });
    const webhookOf = async (payload: StagePayload) => {
      const effects = await world.mine.effects.ofSubmission(payload.submissionId);
      return JSON.stringify(effects.find(({ trigger }) => trigger === 'lead.delivered'));
    };
    const control = await unknown();
    await say(control, 'has_it');
    const person = JSON.stringify((await found(control)).data);
    expect(person).not.toBe('{}');
    expect(await webhookOf(control)).toContain(person);

    const payload = await unknown();
    const { leadId } = await found(payload);
    const erase = async () => void (await world.mine.removal.erase(leadId));
    expect(await say(payload, 'has_it', coreInWhich(erase))).toMatchObject({ kind: 'resolved' });
    expect(await webhookOf(payload)).toContain(leadId);
    expect(await webhookOf(payload)).not.toContain(person);
  });

  it('makes an erasure that saw the lead at rest before look at it again', async () => {
    const payload = await unknown();
    const { leadId } = await found(payload);
    const seen = await world.mine.removal.see(leadId);
    await say(payload, 'has_it');
    expect(await world.mine.removal.erase(leadId, seen)).toBeUndefined();
    expect((await found(payload)).data).not.toEqual({});
  });

  it('is the only kind of submission that can be resolved', async () => {
    const payload = await world.routed('BUYER');
    expect(await say(payload, 'has_it')).toEqual({ kind: 'nothing_unknown', status: 'pending' });
    expect(await say({ ...payload, submissionId: 'sub_nobody' }, 'has_it')).toEqual({ kind: 'not_found' });
  });
});
