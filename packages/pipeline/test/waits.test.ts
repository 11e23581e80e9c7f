import type { Campaign, QualificationDecision, SubmissionRecord } from '@sluice/contracts';
import { firstSubmissionCallId } from '@sluice/domain';
import { newId } from '@sluice/process';
import { claimId } from '@sluice/store';
import { aStoredCampaign, duringTests, putItem, putTenant, testPhone } from '@sluice/testing';
import { defineEffectStage, advance } from '../src/index.js';
import { lookForDuplicate } from '../src/claims/claim-values.js';
import { accept, openPipeline } from './pipeline.js';

const world = duringTests(openPipeline);

const mine = () => world.core.stores.forTenant('demo');
const now = () => world.core.stores.clock.now();

const waiting: QualificationDecision = { kind: 'awaiting_action', trace: [] };

/** A submission that waits for its campaign's first-submission webhook, which is not, or no longer, configured. */
async function awaitingAction(campaign: Partial<Campaign> = {}): Promise<SubmissionRecord> {
  const campaignId = newId('submission').slice(-5);
  await putItem(mine().campaigns, campaignId, aStoredCampaign({ campaignId, ...campaign }));
  const submission = await accept(world.core, { campaignId });
  await mine().journal.record(submission, 'qualification', 0, waiting, now());
  return submission;
}

const resume = (submission: SubmissionRecord) =>
  advance(world.core, submission, {
    stage: 'qualification',
    generation: 0,
    decision: waiting,
    decidedAt: now(),
  });
const actionOf = ({ submissionId }: SubmissionRecord) => mine().journal.find(submissionId, 'action', 0);
const webhook = { action: 'webhook', webhook: { url: 'https://first.example' } } as const;

describe('a submission that waits for its first-submission webhook', () => {
  it('continues, with the reason in the trace, when the webhook was switched off before the call was planned', async () => {
    const submission = await awaitingAction();
    await resume(submission);
    expect(await actionOf(submission)).toMatchObject({
      kind: 'qualified',
      trace: [{ verdict: 'skipped', because: 'no_longer_configured' }],
    });
  });

  it('becomes pending_action when the call ended without a decision', async () => {
    const submission = await awaitingAction({ firstSubmissionAction: webhook });
    await resume(submission);
    expect(await actionOf(submission)).toBeUndefined();
    const call = firstSubmissionCallId(submission.submissionId);
    await mine().effects.progress(call, { status: 'skipped', reason: 'submission_gone' }, now());
    await resume(submission);
    expect(await actionOf(submission)).toMatchObject({
      kind: 'pending_action',
      trace: [{ because: 'call_skipped' }],
    });
    expect(await mine().leads.find(submission.leadId)).toMatchObject({ status: 'pending_action' });
  });

  it('keeps waiting while the call is still due, even if no webhook is configured any more', async () => {
    const submission = await awaitingAction({ firstSubmissionAction: webhook });
    await resume(submission);
    const configured = await mine().campaigns.find(submission.campaignId);
    await putItem(mine().campaigns, submission.campaignId, {
      ...configured!,
      firstSubmissionAction: undefined,
    });
    await resume(submission);
    expect(await actionOf(submission)).toBeUndefined();
  });
});

describe('a lead whose dedupe value another submission holds', () => {
  it('is a duplicate of it after that submission was deleted, without waiting for its decision', async () => {
    const campaign = {
      campaignId: 'ACMRU',
      settings: { dedupeEnabled: true, dedupeFields: ['phone'] },
    } as Campaign;
    const phone = testPhone(90_001);
    const until = new Date(now().getTime() + 60_000);
    const gone = { leadId: newId('lead'), submissionId: newId('submission') };
    await mine().duplicateClaims.take(claimId('ACMRU', 'phone', phone), gone, now(), until);
    const submission = await accept(world.core, { data: { phone } });
    const subject = { submission, campaign, client: undefined };
    expect(await lookForDuplicate(world.core, subject)).toEqual({
      kind: 'duplicate',
      field: 'phone',
      ofLeadId: gone.leadId,
    });
  });
});

describe('an SMS message that was started too often', () => {
  it('is stored as failed and its webhook is planned', async () => {
    await putTenant(world.core.stores.tenants, {
      tenantId: 'demo',
      name: 'Demo',
      settings: { webhooks: { url: 'https://hooks.example' } },
    });
    const { leadId, submissionId } = await accept(world.core);
    const [messageId, eventId, at] = [newId('message'), newId('event'), now()];
    const said = { to: '+14155550188', message: 'Hello', provider: 'console' } as const;
    const times = { createdAt: at.toISOString(), updatedAt: at.toISOString() };
    await mine().messages.add({
      messageId,
      leadId,
      interactionId: 'int_1',
      direction: 'outbound',
      ...said,
      status: 'queued',
      ...times,
    });
    await mine().effects.plan(
      {
        effectId: messageId,
        kind: 'sms',
        eventId,
        submissionId,
        leadId,
        campaignId: 'ACMRU',
        trigger: 'explicit',
        body: { messageId, interactionId: 'int_1', ...said },
      },
      at,
      at,
    );
    const payload = { tenantId: 'demo', effectId: messageId, eventId };
    const sms = async () => ({ outcome: 'sent' });
    const stage = defineEffectStage({ queue: 'sms', budgetMs: 1_000, handlers: { sms } });
    for (let n = 0; n < 26; n += 1) await stage.run(payload, world.core, { first: false, trouble: 'threw' });
    expect(await mine().messages.find(messageId)).toMatchObject({
      status: 'failed',
      errorCode: 'quarantined',
    });
    expect(await mine().effects.find(`${messageId}.sms.failed`)).toMatchObject({
      body: { message: { type: 'sms.failed', data: { errorCode: 'quarantined' } } },
    });
  });
});
