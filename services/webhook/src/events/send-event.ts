/**
 * Sends an event to its receiver in Standard Webhooks form. Destination and secrets are read anew for every attempt.
 */
import type { DueEffect, OwnReason, Tenant } from '@sluice/contracts';
import {
  afterWebhookAttempt,
  hasFailedTooLong,
  secretNamesOfTarget,
  webhookTarget,
  wantsEvent,
  type WebhookTarget,
} from '@sluice/domain';
import { fillTarget, now, secretVersion, type EffectResult, type StoresFor } from '@sluice/pipeline';
import { attemptOf, redactAnswer, sendWebhook } from '@sluice/providers';
import { signingSecrets } from './signing-secrets.js';
import type { WebhookDeps } from '../deps.js';

/** Makes one attempt. */
export async function sendEvent(
  deps: StoresFor<'clock' | 'forTenant' | 'receivers' | 'secrets' | 'tenants'> &
    Pick<WebhookDeps, 'encryptionKeys' | 'outbound'>,
  effect: DueEffect<'webhook'>,
): Promise<EffectResult> {
  const { campaigns, webhookUrls } = deps.stores.forTenant(effect.tenantId);
  const { message } = effect.body;
  const [campaign, tenant] = await Promise.all([
    campaigns.cached(effect.campaignId),
    deps.stores.tenants.cached(effect.tenantId),
  ]);
  const target = webhookTarget(campaign, tenant?.settings ?? {});
  if (target.kind === 'none') return { kind: 'skipped', reason: target.because };
  if (!wantsEvent(target, message.type)) return { kind: 'skipped', reason: 'event_not_wanted' };
  const secrets = signingSecrets(tenant);
  const filled = await fillTarget(deps, effect.tenantId, target);
  if (filled.lacksSecret) return { kind: 'failed', reason: 'secret_missing' satisfies OwnReason };
  const receiver = receiverOf(target, secrets, filled.versions);
  const known = await webhookUrls.cached(receiver);
  if (known.disabledAt) return { kind: 'skipped', reason: 'url_disabled' };

  const sentAt = now(deps);
  const { url, headers, redact } = filled;
  const answered = await sendWebhook(deps.outbound, {
    url,
    headers,
    secrets,
    message,
    sentAt,
    timeoutMs: target.timeoutMs,
  });
  const answer = redactAnswer(answered, redact);
  const after = afterWebhookAttempt({
    n: effect.attempts.length + 1,
    retryAttempts: target.retryAttempts,
    answer,
    now: now(deps),
    random01: Math.random(),
  });
  const outcome = after.kind === 'done' ? 'done' : after.kind === 'again' ? 'retry' : 'failed';
  const attempt = attemptOf(answer, sentAt, outcome);
  deps.stores.receivers.noteEvent(effect.tenantId, target.url, {
    at: sentAt,
    event: message.type,
    leadId: effect.leadId,
    outcome,
    ...(attempt.status !== undefined && { status: attempt.status }),
  });
  if (after.kind === 'done') {
    await webhookUrls.noteSuccess(receiver);
    return { kind: 'done', attempt };
  }
  await webhookUrls.noteFailure(receiver, sentAt);
  if (after.kind === 'again') return { kind: 'again', at: after.at, attempt };
  const failingForDays = known.failingSince && hasFailedTooLong(known.failingSince, sentAt);
  if (after.disablesUrl || failingForDays) {
    const why = after.disablesUrl ? 'gone' : 'failing_for_days';
    const others = await othersAt(deps, effect.tenantId, target.url, {
      settings: tenant?.settings ?? {},
      secrets,
    });
    await webhookUrls.disable(receiver, why, sentAt, others);
  }
  return { kind: 'failed', reason: after.reason, attempt };
}

// A secret that is set again changes the configuration of the receivers that use it.
function receiverOf(target: WebhookTarget, signing: readonly string[], versions: readonly string[]) {
  return { ...target, secrets: [...signing, ...versions] };
}

// Every receiver of the tenant that has this URL: the URL is disabled for all of them.
async function othersAt(
  { stores }: StoresFor<'forTenant' | 'secrets'>,
  tenantId: string,
  url: string,
  { settings, secrets }: Pick<Tenant, 'settings'> & { readonly secrets: readonly string[] },
) {
  const [campaigns, facts] = await Promise.all([
    stores.forTenant(tenantId).campaigns.all(),
    stores.secrets.list(tenantId),
  ]);
  const versionOf = new Map(facts.map(({ name, setAt }) => [name, secretVersion(name, setAt)]));
  return [undefined, ...campaigns].flatMap((campaign) => {
    const target = webhookTarget(campaign, settings);
    if (target.kind !== 'target' || target.url !== url) return [];
    const versions = secretNamesOfTarget(target).flatMap((name) => versionOf.get(name) ?? []);
    return [receiverOf(target, secrets, versions.sort())];
  });
}
