/** A lead as a row of a list. */
import type { LeadRecord, LeadRow } from '@sluice/contracts';
import { reasonWords } from '@sluice/domain';
import { maskedPerson } from './mask-person.js';

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
    createdAt: lead.createdAt.toISOString(),
    updatedAt: lead.updatedAt.toISOString(),
    lastSubmissionId: lead.lastSubmissionId,
  };
}
