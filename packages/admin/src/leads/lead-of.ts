/** The lead and the campaign that a call names. */
import { ApiError, type Campaign, type LeadRecord } from '@sluice/contracts';
import type { TenantStores } from '@sluice/store';

/** One of the tenant's leads. @throws ApiError NOT_FOUND if the tenant has no such lead */
export async function leadOf(
  { tenantId, leads }: Pick<TenantStores, 'tenantId' | 'leads'>,
  leadId: string,
): Promise<LeadRecord> {
  const lead = await leads.find(leadId);
  if (!lead) throw new ApiError('NOT_FOUND', { message: `Tenant ${tenantId} has no lead ${leadId}.` });
  return lead;
}

/** The campaign that a body names. @throws ApiError VALIDATION_ERROR if the tenant has no campaign of this code */
export async function campaignNamed(
  { campaigns }: Pick<TenantStores, 'campaigns'>,
  campaignId: string,
): Promise<Campaign> {
  const campaign = await campaigns.find(campaignId);
  if (!campaign) throw new ApiError('VALIDATION_ERROR', { details: ['campaignId: does not exist'] });
  return campaign;
}
