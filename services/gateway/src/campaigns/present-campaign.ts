/** A campaign as it is returned (§2.1): with the names of its client and offer as they are now. */
import type { Campaign } from '@sluice/contracts';
import type { TenantStores } from '@sluice/store';

/** Answers the campaign with its read-only fields filled in. */
export async function presentCampaign(
  campaign: Campaign,
  { clients, offers }: Pick<TenantStores, 'clients' | 'offers'>,
): Promise<Campaign> {
  const [client, offer] = await Promise.all([clients.find(campaign.clientId), offers.find(campaign.offerId)]);
  return {
    ...campaign,
    ...(client && { clientName: client.name, clientAbbrev: client.abbrev }),
    ...(offer && { offerName: offer.name, offerAbbrev: offer.abbrev }),
  };
}
