/** The entry of an approved return: it takes back what the sale earned. */
import type { LedgerEntry, ReturnRecord } from '@sluice/contracts';

/** The entry, under the key of its sale's submission, so that a sale is taken back once. */
export function returnEntry(record: ReturnRecord, occurredAt: Date): LedgerEntry {
  const { leadId, submissionId, campaignId, placedCampaignId, clientId, offerId } = record;
  const { supplierId, subIds, receivedAt, minor, currency, decidedBy } = record;
  return {
    entryId: `${submissionId}.return`,
    type: 'return',
    // Not the negative zero.
    minor: 0 - minor,
    currency,
    leadId,
    submissionId,
    campaignId,
    placedCampaignId,
    clientId,
    ...(offerId !== undefined && { offerId }),
    ...(supplierId !== undefined && { supplierId }),
    ...(subIds && { subIds }),
    occurredAt,
    receivedAt,
    ...(decidedBy !== undefined && { by: decidedBy }),
  };
}
