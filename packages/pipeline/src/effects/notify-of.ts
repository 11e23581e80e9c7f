/** Notifies a campaign's webhook of an event that no stage decided: a pixel fired, a message was sent. */
import type { Effect, LeadOfEffect, LeadRecord, WebhookEvent } from '@sluice/contracts';
import { webhookEffects } from '@sluice/domain';
import { planEffect, type LeadEffectDeps } from '../planning/plan-effects.js';
import { leadContext } from '../planning/lead-context.js';

/**
 * What an event is about: an effect that was carried out, or another occurrence with an id of its own. `lead` is its
 * lead if the caller has read it.
 */
export interface Cause extends LeadOfEffect, Pick<Effect, 'tenantId' | 'effectId'> {
  readonly lead?: LeadRecord;
}

/** Plans the webhooks of `event`, once per `cause`. */
export async function notifyOf(
  core: LeadEffectDeps,
  { tenantId, leadId, submissionId, campaignId, effectId, ...cause }: Cause,
  event: WebhookEvent,
  data: Readonly<Record<string, unknown>>,
): Promise<void> {
  const lead = cause.lead ?? (await core.stores.forTenant(tenantId).leads.find(leadId));
  if (!lead) return;
  const context = await leadContext(core, lead, { campaignId, submissionId });
  const effects = webhookEffects(context, { event, data: () => data, effectId: `${effectId}.${event}` });
  for (const effect of effects) await planEffect(core, tenantId, effect);
}
