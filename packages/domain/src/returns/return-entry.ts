/** The entry of an approved return: it takes back what is left of the sale. */
import { leadSourceOf, type LedgerEntry, type ReturnRecord } from '@sluice/contracts';

/**
 * The entry that takes back `left` minor units, under the key of its sale's submission, so that a sale is taken back
 * once.
 */
export function returnEntry(record: ReturnRecord, left: number, occurredAt: Date): LedgerEntry {
  const { leadId, submissionId, campaignId, placedCampaignId, clientId, offerId } = record;
  const { receivedAt, currency, decidedBy, decidedByOperator } = record;
  return {
    entryId: `${submissionId}.return`,
    type: 'return',
    // Not the negative zero.
    minor: 0 - left,
    currency,
    leadId,
    submissionId,
    campaignId,
    placedCampaignId,
    clientId,
    offerId,
    ...leadSourceOf(record),
    occurredAt,
    receivedAt,
    by: decidedBy,
    ...(decidedByOperator && { byOperator: decidedByOperator }),
  };
}
