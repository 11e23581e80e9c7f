/** A submission and its lead as acceptance writes them, for tests that begin behind the gateway. */
import type { LeadRecord, SubmissionRecord } from '@sluice/contracts';

/** A submission that was accepted just now, of the tenant `demo` unless said otherwise; its lead is named after it. */
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

/** The same with its new lead, as the stores accept them. */
export function accepted(submission: SubmissionRecord): {
  readonly submission: SubmissionRecord;
  readonly newLead: { readonly lead: LeadRecord; readonly search: readonly string[] };
} {
  const { tenantId, leadId, submissionId, campaignId, data, isTest, acceptedAt } = submission;
  const times = { createdAt: acceptedAt, updatedAt: acceptedAt };
  const lead = { tenantId, leadId, campaignId, data, isTest, status: 'pending', ...times };
  return { submission, newLead: { lead: { ...lead, lastSubmissionId: submissionId }, search: [] } };
}
