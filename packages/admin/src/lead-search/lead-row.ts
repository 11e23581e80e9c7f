/** A lead as a row of a list. */
import {
  leadSourceOf,
  type LeadRecord,
  type LeadRow,
  type LeadSource,
  type LedgerEntry,
  type SubIds,
} from '@sluice/contracts';
import { decimalAmount, reasonWords } from '@sluice/domain';
import { maskedPerson, shownValue } from './mask-person.js';

// What names a site is shown; the other sub ids may name a click of this person.
function maskedSource(lead: LeadRecord, reveal: boolean): LeadSource {
  const { subIds, ...source } = leadSourceOf(lead);
  if (!subIds) return source;
  const shown = Object.entries(subIds).map(([name, value]) => [name, shownValue(name, value, reveal)]);
  return { ...source, subIds: Object.fromEntries(shown) as SubIds };
}

/** What a row may have beyond the lead. */
interface More {
  /** Also shows the buyer's own words in its reason. */
  readonly reveal?: boolean;
  readonly sale?: LedgerEntry | undefined;
}

/** The row of a lead. */
export function leadRow(lead: LeadRecord, { reveal = false, sale }: More = {}): LeadRow {
  const { leadId, campaignId, clientId, offerId, data, status, reason, approvalStatus, isTest } = lead;
  return {
    leadId,
    campaignId,
    clientId,
    offerId,
    person: maskedPerson(data),
    status,
    sale: sale && saleOf(sale),
    because: reason === undefined ? undefined : reasonWords(reason, { reveal }),
    approvalStatus: approvalStatus || undefined,
    isTest,
    ...maskedSource(lead, reveal),
    createdAt: lead.createdAt.toISOString(),
    updatedAt: lead.updatedAt.toISOString(),
    lastSubmissionId: lead.lastSubmissionId,
  };
}

function saleOf({ campaignId, placedCampaignId, clientId, minor, currency, unpriced }: LedgerEntry) {
  return {
    campaignId: placedCampaignId ?? campaignId,
    clientId,
    amount: decimalAmount(minor, currency),
    currency,
    unpriced,
  };
}
