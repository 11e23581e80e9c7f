/** A stored lead, for what is read of the leads of a campaign. */
import type { LeadData, SubmissionRecord } from '@sluice/contracts';
import { searchWords } from '@sluice/domain';
import type { Stores } from '@sluice/store';
import { accepted, aSubmission, nextNumber } from '@sluice/testing';

/** A lead of tenant `alpha` that was submitted to this campaign. */
export async function aLead(
  stores: Pick<Stores, 'accept'>,
  campaignId: string,
  data: LeadData,
  { status = 'pending', ...said }: { status?: string } & Partial<SubmissionRecord> = {},
) {
  const submissionId = `sub_8${String(nextNumber()).padStart(25, '0')}`;
  const submission = aSubmission({
    tenantId: 'alpha',
    submissionId,
    campaignId,
    data,
    ...said,
  });
  const { newLead } = accepted(submission);
  const lead = { ...newLead.lead, status };
  await stores.accept({ submission, newLead: { lead, search: searchWords(data) } });
  return submission;
}
