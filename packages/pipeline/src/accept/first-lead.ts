/** The lead as its first submission creates it. Intake writes it; if intake died first, the sweep does. */
import { leadSourceOf, type Campaign, type LeadRecord, type SubmissionRecord } from '@sluice/contracts';

/** Builds the lead of its first `submission`. It has no client and no offer when its campaign no longer exists. */
export function firstLead(submission: SubmissionRecord, campaign: Campaign | undefined): LeadRecord {
  const { tenantId, leadId, submissionId, campaignId, kind, data, isTest, acceptedAt } = submission;
  return {
    tenantId,
    leadId,
    campaignId,
    ...(campaign && { clientId: campaign.clientId, offerId: campaign.offerId }),
    ...leadSourceOf(submission),
    data,
    isTest,
    status: kind === 'import' ? 'new' : 'pending',
    createdAt: acceptedAt,
    updatedAt: acceptedAt,
    lastSubmissionId: submissionId,
  };
}
