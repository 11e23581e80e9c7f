/** Revenue that is booked when a lead reaches a status (§2.1.7). Test leads earn nothing. */
import type { LeadStatus, NewEffect, RevenueMilestone } from '@sluice/contracts';
import { evaluateGroup } from '../conditions/evaluate-group.js';
import { compareMoments, parseMoment } from '../time/moment.js';
import { effectOf, type EffectContext } from './effect-context.js';
import { leadKey } from './effect-key.js';

/**
 * The bookings of the campaign's milestones for `status`; each books once per lead, within its valid dates. `isPlaced`
 * says whether the lead is placed with that campaign.
 */
export function milestoneEffects(context: EffectContext, status: LeadStatus, isPlaced = false): NewEffect[] {
  const { campaign, facts } = context;
  if (!campaign || facts.isTest) return [];
  return (campaign.revenueMilestones ?? []).flatMap((milestone, index) => {
    if (milestone.leadStatus !== status || !isOpen(milestone, context)) return [];
    // A milestone has no id and is identified by its position in the list, so that a corrected amount is not booked
    // again.
    const effectId = leadKey(facts.leadId, `milestone.${campaign.campaignId}.~${index}`);
    const { leadStatus, amount, currency } = milestone;
    const { campaignId, clientId, offerId } = campaign;
    const placed = isPlaced && { placedCampaignId: campaignId };
    const body = { leadStatus, amount, currency, clientId, offerId, ...placed };
    return [effectOf(context, { effectId, kind: 'milestone', trigger: `status.${status}`, body })];
  });
}

function isOpen(milestone: RevenueMilestone, { facts, now }: EffectContext): boolean {
  if (milestone.active === false) return false;
  const today = { kind: 'instant', ms: now.getTime() } as const;
  const [from, to] = [parseMoment(milestone.validFrom), parseMoment(milestone.validTo)];
  const zone = facts.timezone ?? 'UTC';
  if (from && compareMoments(today, from, zone) < 0) return false;
  if (to && compareMoments(today, to, zone) > 0) return false;
  return milestone.conditions === undefined || evaluateGroup(milestone.conditions, facts).matched;
}
