/**
 * Sends an event to its receiver in Standard Webhooks form. Destination and secrets are read anew for every attempt.
 */
import type { Campaign, Effect, TenantSettings } from '@sluice/contracts';
import {
  afterWebhookAttempt,
  hasFailedTooLong,
  webhookTarget,
  wantsEvent,
  type WebhookEffectBody,
} from '@sluice/domain';
import { now, type EffectResult, type StoresFor } from '@sluice/pipeline';
import { sendWebhook } from '@sluice/providers';
import { attemptOf } from './attempt-of.js';
import { signingSecrets } from './signing-secrets.js';
import type { WebhookDeps } from './deps.js';

/** Makes one attempt. */
export async function sendEvent(
  deps: StoresFor<'clock' | 'forTenant' | 'tenants'> & Pick<WebhookDeps, 'outbound'>,
  effect: Effect,
): Promise<EffectResult> {
  const { campaigns, webhookUrls } = deps.stores.forTenant(effect.tenantId);
  const { message } = effect.body as WebhookEffectBody;
  const [campaign, tenant] = await Promise.all([
    campaigns.cached(effect.campaignId),
    deps.stores.tenants.cached(effect.tenantId),
  ]);
  const target = webhookTarget(campaign, tenant?.settings ?? {});
  if (target.kind === 'none') return { kind: 'skipped', reason: target.because };
  if (!wantsEvent(target, message.type)) return { kind: 'skipped', reason: 'event_not_wanted' };
  const secrets = signingSecrets(tenant);
  const receiver = { ...target, secrets };
  const known = await webhookUrls.cached(receiver);
  if (known.disabledAt) return { kind: 'skipped', reason: 'url_disabled' };

  const sentAt = now(deps);
  const answer = await sendWebhook(deps.outbound, {
    url: target.url,
    headers: target.headers,
    timeoutMs: target.timeoutMs,
    secrets,
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
    await webhookUrls.noteSuccess(receiver);
    return { kind: 'done', attempt: attemptOf(answer, sentAt, 'done') };
  }
  await webhookUrls.noteFailure(receiver, sentAt);
  if (after.kind === 'again')
    return { kind: 'again', at: after.at, attempt: attemptOf(answer, sentAt, 'retry') };
  const failingForDays = known.failingSince && hasFailedTooLong(known.failingSince, sentAt);
  if (after.disablesUrl || failingForDays) {
    const why = after.disablesUrl ? 'gone' : 'failing_for_days';
    const others = receiversAt(target.url, await campaigns.all(), tenant?.settings ?? {}, secrets);
    await webhookUrls.disable(receiver, why, sentAt, others);
  }
  return { kind: 'failed', reason: after.reason, attempt: attemptOf(answer, sentAt, 'failed') };
}

// Every target of the tenant that has this URL: the URL is disabled for all of them.
function receiversAt(
  url: string,
  campaigns: readonly Campaign[],
  settings: Pick<TenantSettings, 'webhooks'>,
  secrets: readonly string[],
) {
  return [undefined, ...campaigns].flatMap((campaign) => {
    const target = webhookTarget(campaign, settings);
    return target.kind === 'target' && target.url === url ? [{ ...target, secrets }] : [];
  });
}
