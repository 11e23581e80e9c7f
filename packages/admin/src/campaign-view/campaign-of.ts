/** The campaign that a path names. */
import { ApiError, type Campaign } from '@sluice/contracts';
import type { TenantStores } from '@sluice/store';

/** The campaign in its current version. @throws ApiError NOT_FOUND */
export async function campaignOf(
  { campaigns }: Pick<TenantStores, 'campaigns'>,
  campaignId: string,
): Promise<Campaign> {
  const campaign = await campaigns.find(campaignId);
  if (!campaign) throw new ApiError('NOT_FOUND', { message: `There is no campaign ${campaignId}` });
  return campaign;
}
