/** The effects of a status that a person sets (§2.1.7, §6): its revenue, and the event of a returned lead. */
import type { Campaign, LeadStatus, NewEffect } from '@sluice/contracts';
import type { EffectContext } from './effect-context.js';
import { milestoneEffects } from './milestone-effects.js';
import { contactData, webhookEffects } from './webhook-effects.js';

/**
 * The effects of `status`; a repeated call returns the same keys. `payer` is the campaign that the lead was placed
 * with, `reason` why it is returned.
 */
export function setStatusEffects(
  context: EffectContext,
  payer: Campaign | undefined,
  status: LeadStatus,
  reason?: string,
): NewEffect[] {
  return [
    ...(status === 'returned' ? returnedEvent(context, reason) : []),
    ...milestoneEffects({ ...context, campaign: payer ?? context.campaign }, status, payer !== undefined),
  ];
}

/** The event of a returned lead, once per submission. */
export function returnedEvent(context: EffectContext, reason?: string): NewEffect[] {
  const data = () => ({
    status: 'returned',
    reason,
    lead: contactData(context.facts.data),
  });
  return webhookEffects(context, { event: 'lead.returned', data });
}
