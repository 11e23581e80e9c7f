/** A submission and its lead as the gateway stores them, for tests that start behind the gateway. */
import type { LeadRecord, SubmissionRecord } from '@sluice/contracts';

/** A submission that was just accepted, by default of the tenant `demo`; its lead's id is derived from its own. */
export function aSubmission(said: Partial<SubmissionRecord> & { submissionId: string }): SubmissionRecord {
  const { acceptedAt = new Date() } = said;
  return {
    tenantId: 'demo',
    leadId: said.submissionId.replace('sub_', 'lead_'),
    campaignId: 'ACMRU',
    kind: 'submit',
    isTest: false,
    data: { firstName: 'Ada' },
    acceptedAt,
    first: true,
    status: 'pending',
    dueAt: new Date(acceptedAt.getTime() + 20_000),
    ...said,
  };
}

/** The same with its new lead, in the form that the stores accept. */
export function accepted(submission: SubmissionRecord): {
  readonly submission: SubmissionRecord;
  readonly newLead: { readonly lead: LeadRecord; readonly search: readonly string[] };
} {
  const { tenantId, leadId, submissionId, campaignId, data, isTest, acceptedAt } = submission;
  const times = { createdAt: acceptedAt, updatedAt: acceptedAt };
  const lead = { tenantId, leadId, campaignId, data, isTest, status: 'pending', ...times };
  return { submission, newLead: { lead: { ...lead, lastSubmissionId: submissionId }, search: [] } };
}
