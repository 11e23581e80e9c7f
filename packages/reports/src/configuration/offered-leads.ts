/** Whether a campaign is offered leads at all, so that it needs somewhere to send them. */
import type { Campaign, Client, Offer } from '@sluice/contracts';
import { comparableText, isInUse, nextCampaigns } from '@sluice/domain';

/** The parts of a tenant that name campaigns. */
interface Named {
  readonly campaigns: readonly Campaign[];
  readonly clients: readonly Client[];
  readonly offers: readonly Offer[];
}

/**
 * False for a campaign that only hands its leads to its groups: it is no candidate itself unless a group of its own, or
 * what another campaign says, names it.
 */
export function isOfferedLeads(campaign: Campaign, { campaigns, clients, offers }: Named): boolean {
  if ((campaign.distribution?.groups ?? []).length === 0) return true;
  const clientName = clients.find(({ clientId }) => clientId === campaign.clientId)?.name ?? '';
  const offerName = offers.find(({ offerId }) => offerId === campaign.offerId)?.name ?? '';
  return (
    campaigns
      // Leads of a campaign whose client is archived go on to the next all the same.
      .filter((other) => isInUse(other, undefined))
      .flatMap(nextCampaigns)
      .some((next) =>
        'campaignId' in next
          ? next.campaignId === campaign.campaignId
          : isSameName(next.clientName, clientName) && isSameName(next.offerName, offerName),
      )
  );
}

/** The campaigns that may take leads. */
export function campaignsInUse({
  campaigns,
  clients,
}: Pick<Named, 'campaigns' | 'clients'>): readonly Campaign[] {
  const clientOf = new Map(clients.map((client) => [client.clientId, client]));
  return campaigns.filter((campaign) => isInUse(campaign, clientOf.get(campaign.clientId)));
}

/** Whether two names of clients or offers are the same to a routing rule. */
export function isSameName(one: string, other: string): boolean {
  return comparableText(one) === comparableText(other);
}
