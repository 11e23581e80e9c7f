/** What a submit is answered with after waiting: the one place that says what the answer tells of the lead by then. */
import { leadStatusSchema, type EndpointData, type submitLead } from '@sluice/contracts';
import type { TenantScope } from '@sluice/http';
import type { Stores } from '@sluice/store';

/** A lead, and the submission of it that somebody waits for. */
export interface SubmittedLead {
  readonly leadId: string;
  readonly submissionId: string;
}

/** The answer's data as the lead stands now; undefined if the lead was deleted. */
export async function submittedLead(
  { forTenant }: Pick<Stores, 'forTenant'>,
  { tenantId }: TenantScope,
  { leadId, submissionId }: SubmittedLead,
): Promise<EndpointData<typeof submitLead> | undefined> {
  const lead = await forTenant(tenantId).leads.find(leadId);
  return lead && { leadId, submissionId, status: leadStatusSchema.parse(lead.status) };
}
