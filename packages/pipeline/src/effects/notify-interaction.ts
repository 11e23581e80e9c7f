/**
 * Notifies receivers of a recorded call or email thread. What was said in it stays with the interaction, which a
 * receiver reads by its id.
 */
import type { Interaction, LeadRecord } from '@sluice/contracts';
import { notifyOf } from './notify-of.js';
import type { LeadEffectDeps } from '../planning/plan-effects.js';

/** Plans the webhooks of a change of an interaction, once per `change`, and notes that it did. Repeatable. */
export async function notifyInteraction(
  core: LeadEffectDeps,
  lead: LeadRecord,
  interaction: Interaction,
  change: string,
): Promise<void> {
  const { tenantId, leadId, lastSubmissionId: submissionId } = lead;
  const { interactionId, externalId, type, status, call, campaignId = lead.campaignId } = interaction;
  // Under the lead's key, so that whatever erases or deletes the lead finds it.
  const effectId = `${leadId}.${interactionId}.${change}`;
  const { direction, duration, spokenTo } = call ?? {};
  await notifyOf(
    core,
    { tenantId, leadId, submissionId, campaignId, effectId, lead },
    'interaction.recorded',
    {
      interactionId,
      externalId,
      type,
      status,
      direction,
      duration,
      spokenTo,
    },
  );
  await core.stores.forTenant(tenantId).interactions.notified(interactionId, change);
}
