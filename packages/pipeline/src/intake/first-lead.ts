/** The lead as its first submission makes it: intake writes it, and the sweep again where intake died before it had. */
import type { Campaign, LeadRecord, SubmissionRecord } from '@sluice/contracts';

/** The lead of `submission`, which is its first; without a client and an offer when its campaign is gone. */
export function firstLead(submission: SubmissionRecord, campaign: Campaign | undefined): LeadRecord {
  const { tenantId, leadId, submissionId, campaignId, kind, data, isTest, acceptedAt } = submission;
  return {
    tenantId,
    leadId,
    campaignId,
    ...(campaign && { clientId: campaign.clientId, offerId: campaign.offerId }),
    data,
    isTest,
    status: kind === 'import' ? 'new' : 'pending',
    createdAt: acceptedAt,
    updatedAt: acceptedAt,
    lastSubmissionId: submissionId,
  };
}
