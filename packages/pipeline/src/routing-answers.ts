/** What routing is told when it asks: campaigns and clients from the catalog, room from the counters. */
import type { Campaign } from '@sluice/contracts';
import type { RoutingAnswers } from '@sluice/domain';
import type { SlotAsk, TenantStores } from '@sluice/store';

/** Whether slots were taken, or which counter has no room. */
export type Reserved = { readonly granted: true } | { readonly granted: false; readonly full: string };

/** How slots are taken for a lead that `campaignId` would take; a simulation answers this without taking any. */
export type Reserve = (asks: readonly SlotAsk[], campaignId: string) => Promise<Reserved>;

/** Answers for one submission of a tenant. */
export function routingAnswers(stores: TenantStores, reserve: Reserve): RoutingAnswers {
  return {
    campaign: (campaignId) => stores.campaigns.recent(campaignId),
    campaignOf: (clientName, offerName) => campaignOfNames(stores, clientName, offerName),
    client: (clientId) => stores.clients.recent(clientId),
    peek: (counters) => stores.slots.full(counters),
    reserve: async (counters, campaignId) => {
      const grant = await reserve(counters, campaignId);
      return grant.granted ? [] : [grant.full];
    },
  };
}

/** The active campaign of the client and the offer with these names, in any case; the first by code of several. */
export async function campaignOfNames(
  { campaigns, clients, offers }: TenantStores,
  clientName: string,
  offerName: string,
): Promise<Campaign | undefined> {
  const [allClients, allOffers, all] = await Promise.all([
    clients.allRecent(),
    offers.allRecent(),
    campaigns.allRecent(),
  ]);
  // Names are the client's and the offer's own: a campaign is found under those they have now.
  const named = {
    clients: new Set(allClients.flatMap(({ clientId, name }) => (alike(name, clientName) ? [clientId] : []))),
    offers: new Set(allOffers.flatMap(({ offerId, name }) => (alike(name, offerName) ? [offerId] : []))),
  };
  return all.find(
    ({ active, archivedAt, clientId, offerId }) =>
      active && archivedAt === undefined && named.clients.has(clientId) && named.offers.has(offerId),
  );
}

function alike(a: string, b: string): boolean {
  return a.trim().toLowerCase() === b.trim().toLowerCase();
}
