/** Tells a receiver of an event in Standard Webhooks form. Where it goes and how it is signed is read anew at every try. */
import type { Effect } from '@sluice/contracts';
import {
  afterWebhookAttempt,
  hasFailedTooLong,
  webhookTarget,
  wantsEvent,
  type WebhookEffectBody,
} from '@sluice/domain';
import { now, type EffectResult } from '@sluice/pipeline';
import { sendWebhook } from '@sluice/providers';
import { attemptOf } from './attempt-of.js';
import { signingSecrets } from './signing-secrets.js';
import type { WebhookDeps } from './deps.js';

/** Makes one try. */
export async function tellEvent(deps: WebhookDeps, effect: Effect): Promise<EffectResult> {
  const { campaigns, webhookUrls } = deps.stores.forTenant(effect.tenantId);
  const { message } = effect.body as WebhookEffectBody;
  const [campaign, tenant] = await Promise.all([
    campaigns.recent(effect.campaignId),
    deps.stores.tenants.recent(effect.tenantId),
  ]);
  const target = webhookTarget(campaign, tenant?.settings ?? {});
  if (target.kind === 'none') return { kind: 'skipped', reason: target.because };
  if (!wantsEvent(target, message.type)) return { kind: 'skipped', reason: 'event_not_wanted' };
  const known = await webhookUrls.recent(target);
  if (known.disabledAt) return { kind: 'skipped', reason: 'url_disabled' };

  const sentAt = now(deps);
  const answer = await sendWebhook(deps.outbound, {
    url: target.url,
    headers: target.headers,
    timeoutMs: target.timeoutMs,
    secrets: signingSecrets(tenant),
    message,
    sentAt,
  });
  const after = afterWebhookAttempt({
    n: effect.attempts.length + 1,
    retryAttempts: target.retryAttempts,
    answer,
    now: now(deps),
    random01: Math.random(),
  });
  if (after.kind === 'done') {
    await webhookUrls.noteSuccess(target);
    return { kind: 'done', attempt: attemptOf(answer, sentAt, 'done') };
  }
  await webhookUrls.noteFailure(target, sentAt);
  if (after.kind === 'again')
    return { kind: 'again', at: after.at, attempt: attemptOf(answer, sentAt, 'retry') };
  if (after.disablesUrl) await webhookUrls.disable(target, 'gone', sentAt);
  else if (known.failingSince && hasFailedTooLong(known.failingSince, sentAt)) {
    await webhookUrls.disable(target, 'failing_for_days', sentAt);
  }
  return { kind: 'failed', reason: after.reason, attempt: attemptOf(answer, sentAt, 'failed') };
}
