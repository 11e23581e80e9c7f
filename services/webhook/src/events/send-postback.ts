/**
 * Tells a supplier's tracker what became of a lead. The address may hold a key: it is filled in for the call alone, and
 * neither it nor the tracker's answer, which may quote it, is kept.
 */
import type { DueEffect, OwnReason } from '@sluice/contracts';
import { afterWebhookAttempt, postbackUrl, webhookDefaults } from '@sluice/domain';
import { fillTarget, now, type EffectResult, type StoresFor } from '@sluice/pipeline';
import { attemptOf } from '@sluice/providers';
import { postbackAddress } from '@sluice/store';
import type { WebhookDeps } from '../deps.js';

/** Makes one attempt. Unlike a webhook's receiver, a tracker is never switched off. */
export async function sendPostback(
  deps: StoresFor<'clock' | 'forTenant' | 'receivers' | 'secrets'> &
    Pick<WebhookDeps, 'encryptionKeys' | 'outbound'>,
  { tenantId, leadId, body: { supplierId, event, values }, attempts }: DueEffect<'postback'>,
): Promise<EffectResult> {
  const { suppliers, webhookUrls } = deps.stores.forTenant(tenantId);
  const postback = (await suppliers.cached(supplierId))?.postback;
  if (!postback) return { kind: 'skipped', reason: 'no_longer_configured' };
  if (!postback.on.includes(event)) return { kind: 'skipped', reason: 'event_not_wanted' };
  const { url, lacksSecret } = await fillTarget(deps, tenantId, { url: postback.url, headers: {} });
  if (lacksSecret) return { kind: 'failed', reason: 'secret_missing' satisfies OwnReason };

  const { retryAttempts, timeoutSeconds } = webhookDefaults;
  const sentAt = now(deps);
  const answer = await deps.outbound.send({
    url: postbackUrl({ url }, values),
    method: postback.method,
    headers: {},
    timeoutMs: timeoutSeconds * 1_000,
  });
  const after = afterWebhookAttempt({
    n: attempts.length + 1,
    retryAttempts,
    answer,
    now: now(deps),
    random01: Math.random(),
  });
  const outcome = after.kind === 'again' ? 'retry' : after.kind;
  const { answer: _, ...attempt } = attemptOf(answer, sentAt, outcome);
  const receiver = { url: postbackAddress(supplierId, postback.url), headers: {} };
  const { status } = attempt;
  deps.stores.receivers.noteEvent(tenantId, receiver.url, {
    at: sentAt,
    event: `postback.${event}`,
    leadId,
    outcome,
    ...(status !== undefined && { status }),
  });
  if (after.kind === 'done') {
    await webhookUrls.noteSuccess(receiver);
    return { kind: 'done', attempt };
  }
  await webhookUrls.noteFailure(receiver, sentAt);
  return after.kind === 'again'
    ? { kind: 'again', at: after.at, attempt }
    : { kind: 'failed', reason: after.reason, attempt };
}
