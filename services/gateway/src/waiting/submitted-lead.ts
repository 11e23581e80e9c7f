/** What a submit is answered with after waiting: the one place that says what the answer tells of the lead by then. */
import { leadStatusSchema, type EndpointData, type submitLead } from '@sluice/contracts';
import { supplierLead } from '@sluice/domain';
import type { TenantScope } from '@sluice/http';
import type { ReportsFor, StoresFor } from '@sluice/pipeline';

/** A lead, and the submission of it that somebody waits for. */
export interface SubmittedLead {
  readonly leadId: string;
  readonly submissionId: string;
}

/** The answer's data as the lead stands now, for a supplier with what it earns; undefined if the lead was deleted. */
export async function submittedLead(
  { stores, reports }: StoresFor<'forTenant'> & ReportsFor<'forTenant'>,
  { tenantId, supplier }: TenantScope,
  { leadId, submissionId }: SubmittedLead,
): Promise<EndpointData<typeof submitLead> | undefined> {
  if (!supplier) {
    const lead = await stores.forTenant(tenantId).leads.find(leadId);
    return lead && { leadId, submissionId, status: leadStatusSchema.parse(lead.status) };
  }
  const known = await reports.forTenant(tenantId).leadsOfSupplier(supplier.supplierId).find(leadId);
  if (!known) return undefined;
  const { outcome, reason, payout, otherPayouts } = supplierLead(known, supplier);
  const told = {
    outcome,
    ...(reason && { reason }),
    ...(payout && { payout }),
    ...(otherPayouts && { otherPayouts }),
  };
  return { leadId, submissionId, status: leadStatusSchema.parse(known.lead.status), ...told };
}
