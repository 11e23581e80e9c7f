/** The entry of a revenue milestone (§2.1.7), which stands beside the effect that records the milestone. */
import { leadSourceOf, type LeadSource, type LedgerEntry, type NewEffect } from '@sluice/contracts';
import { minorUnits } from '../money/minor-units.js';

/** When and from where a lead came in, and the campaign that it was submitted to. */
export interface BookedLead extends LeadSource {
  readonly campaignId: string;
  readonly receivedAt: Date;
}

/**
 * The entry of a milestone's effect, under the same key, so that both exist once per lead and milestone. Undefined for
 * an amount that is too large to be counted exactly.
 */
export function milestoneEntry(
  { effectId, leadId, submissionId, body }: NewEffect<'milestone'>,
  lead: BookedLead,
  occurredAt: Date,
): LedgerEntry | undefined {
  const { amount, currency, placedCampaignId, clientId, offerId } = body;
  const minor = minorUnits(amount, currency);
  if (minor === undefined) return undefined;
  return {
    entryId: effectId,
    type: 'milestone',
    minor,
    currency,
    leadId,
    submissionId,
    campaignId: lead.campaignId,
    placedCampaignId,
    clientId,
    offerId,
    ...leadSourceOf(lead),
    occurredAt,
    receivedAt: lead.receivedAt,
  };
}
