/** Whether a campaign is offered leads at all, so that it needs somewhere to send them. */
import type { Campaign, Client, Offer } from '@sluice/contracts';
import { comparableText, nextCampaigns } from '@sluice/domain';

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
  return campaigns
    .filter(isInUse)
    .flatMap(nextCampaigns)
    .some((next) =>
      'campaignId' in next
        ? next.campaignId === campaign.campaignId
        : isSameName(next.clientName, clientName) && isSameName(next.offerName, offerName),
    );
}

/** Whether a campaign may take leads: it is active and not archived. */
export function isInUse({ active, archivedAt }: Pick<Campaign, 'active' | 'archivedAt'>): boolean {
  return active && archivedAt === undefined;
}

/** Whether two names of clients or offers are the same to a routing rule. */
export function isSameName(one: string, other: string): boolean {
  return comparableText(one) === comparableText(other);
}
