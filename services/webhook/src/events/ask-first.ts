/**
 * The call that holds up a first submission (§2.1.3). Its answer is the decision of the stage `action` and is recorded
 * before the effect is done, so that a worker that dies in between repeats the call and does not lose the lead.
 */
import type { DueEffect, OwnReason } from '@sluice/contracts';
import {
  afterFirstSubmissionCall,
  firstSubmissionCall,
  firstSubmissionWithoutSecret,
  withoutFirstSubmissionCall,
} from '@sluice/domain';
import { conclude, fillTarget, now, type EffectResult } from '@sluice/pipeline';
import { attemptOf, redactAnswer, sendWebhook } from '@sluice/providers';
import { signingSecrets } from './signing-secrets.js';
import type { WebhookDeps } from '../deps.js';

/** Makes one call and, once it decides, advances the submission. */
export async function askFirst(deps: WebhookDeps, effect: DueEffect<'action'>): Promise<EffectResult> {
  const stores = deps.stores.forTenant(effect.tenantId);
  const { campaigns, submissions, journal } = stores;
  const [campaign, tenant, submission, decidedBefore] = await Promise.all([
    campaigns.cached(effect.campaignId),
    deps.stores.tenants.cached(effect.tenantId),
    submissions.find(effect.submissionId),
    journal.find(effect.submissionId, 'action', 0),
  ]);
  if (!submission) return { kind: 'skipped', reason: 'submission_gone' };
  const goOn = async (decision: NonNullable<typeof decidedBefore>) => {
    await conclude(deps, { stage: 'action', generation: 0, submission, stores }, decision);
  };
  if (decidedBefore) {
    await goOn(decidedBefore);
    return { kind: 'done', reason: 'decided_before' };
  }
  const call = firstSubmissionCall(campaign);
  if (!call) {
    await goOn(withoutFirstSubmissionCall());
    return { kind: 'skipped', reason: 'no_longer_configured' };
  }

  const { url, headers, redact, lacksSecret } = await fillTarget(deps, effect.tenantId, call);
  if (lacksSecret) {
    await goOn(firstSubmissionWithoutSecret());
    return { kind: 'failed', reason: 'secret_missing' satisfies OwnReason };
  }

  const { message } = effect.body;
  const sentAt = now(deps);
  const { method, timeoutMs, retries } = call;
  const secrets = signingSecrets(tenant);
  const answered = await sendWebhook(deps.outbound, {
    url,
    method,
    headers,
    timeoutMs,
    secrets,
    message,
    sentAt,
  });
  const answer = redactAnswer(answered, redact);
  const after = afterFirstSubmissionCall({
    n: effect.attempts.length + 1,
    retries,
    answer,
    now: now(deps),
    random01: Math.random(),
  });
  if (after.kind === 'again')
    return { kind: 'again', at: after.at, attempt: attemptOf(answer, sentAt, 'retry') };
  await goOn(after.decision);
  return { kind: 'done', attempt: attemptOf(answer, sentAt, 'done') };
}
