/** The ledger entry of a sale, for tests. */
import type { LedgerEntry } from '@sluice/contracts';

/**
 * The sale of submission `sub_<n>` of lead `lead_<n>` for 42.50 dollars, submitted to and placed with ACMRU; `more`
 * replaces fields. The entry's id follows the submission.
 */
export function aSale(n: string, more: Partial<LedgerEntry> = {}): LedgerEntry {
  const at = new Date('2026-11-21T10:00:00Z');
  const { submissionId = `sub_${n}`, campaignId = 'ACMRU', occurredAt = at } = more;
  return {
    entryId: `${submissionId}.sale`,
    type: 'sale',
    minor: 4250,
    currency: 'USD',
    leadId: `lead_${n}`,
    submissionId,
    campaignId,
    placedCampaignId: campaignId,
    clientId: 'cli_acme',
    offerId: 'off_roundup',
    occurredAt,
    receivedAt: at,
    ...more,
  };
}
