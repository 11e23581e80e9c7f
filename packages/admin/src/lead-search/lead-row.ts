/** A lead as a row of a list. */
import { leadSourceOf, type LeadRecord, type LeadRow, type LeadSource, type SubIds } from '@sluice/contracts';
import { reasonWords } from '@sluice/domain';
import { maskedPerson, shownValue } from './mask-person.js';

// What names a site is shown; the other sub ids may name a click of this person.
function maskedSource(lead: LeadRecord, reveal: boolean): LeadSource {
  const { subIds, ...source } = leadSourceOf(lead);
  if (!subIds) return source;
  const shown = Object.entries(subIds).map(([name, value]) => [name, shownValue(name, value, reveal)]);
  return { ...source, subIds: Object.fromEntries(shown) as SubIds };
}

/** The row of a lead; `reveal` also shows the buyer's own words in its reason. */
export function leadRow(lead: LeadRecord, reveal = false): LeadRow {
  const { leadId, campaignId, clientId, offerId, data, status, reason, approvalStatus, isTest } = lead;
  return {
    leadId,
    campaignId,
    clientId,
    offerId,
    person: maskedPerson(data),
    status,
    because: reason === undefined ? undefined : reasonWords(reason, { reveal }),
    approvalStatus: approvalStatus || undefined,
    isTest,
    ...maskedSource(lead, reveal),
    createdAt: lead.createdAt.toISOString(),
    updatedAt: lead.updatedAt.toISOString(),
    lastSubmissionId: lead.lastSubmissionId,
  };
}
