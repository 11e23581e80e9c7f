/** The lead that an operator names. */
import { ApiError, type LeadRecord } from '@sluice/contracts';
import type { TenantStores } from '@sluice/store';

/** One of the tenant's leads. @throws ApiError NOT_FOUND if the tenant has no such lead */
export async function leadOf(
  { tenantId, leads }: Pick<TenantStores, 'tenantId' | 'leads'>,
  leadId: string,
): Promise<LeadRecord> {
  const lead = await leads.find(leadId);
  if (!lead) throw noLead(tenantId, leadId);
  return lead;
}

/** The answer to a request for a lead that the tenant does not have. */
export function noLead(tenantId: string, leadId: string): ApiError {
  return new ApiError('NOT_FOUND', { message: `Tenant ${tenantId} has no lead ${leadId}.` });
}
