/** What routing is told when it asks: campaigns and clients from the catalog, room from the counters. */
import type { Campaign } from '@sluice/contracts';
import type { CounterSpec, RoutingAnswers } from '@sluice/domain';
import type { SlotAsk, SlotGrant, TenantStores } from '@sluice/store';

/** How slots are taken for a lead that `campaignId` would take; a simulation answers this without taking any. */
export type Reserve = (asks: readonly SlotAsk[], campaignId: string) => Promise<SlotGrant>;

/** Answers for one submission of a tenant. */
export function routingAnswers(stores: TenantStores, reserve: Reserve): RoutingAnswers {
  return {
    campaign: (campaignId) => stores.campaigns.recent(campaignId),
    campaignOf: (clientName, offerName) => campaignOfNames(stores, clientName, offerName),
    client: (clientId) => stores.clients.recent(clientId),
    peek: (counters) => stores.slots.full(counters.map(slotAsk)),
    reserve: async (counters, campaignId) => {
      const grant = await reserve(counters.map(slotAsk), campaignId);
      return grant.granted ? [] : [grant.full];
    },
  };
}

// Campaign codes are all upper-case letters and digits; the owner of any other counter is a client.
const CAMPAIGN_CODE = /^[A-Z0-9]{2,5}$/;

/** Whose counter it is. */
export function ownerOf(counter: string): SlotAsk['owner'] {
  const owner = counter.slice(0, counter.indexOf('.'));
  return CAMPAIGN_CODE.test(owner) ? { campaignId: owner } : { clientId: owner };
}

/** What is asked of the store about a counter. */
export function slotAsk({ counter, cap, periodStart, periodEnd }: CounterSpec): SlotAsk {
  return {
    counter,
    cap,
    owner: ownerOf(counter),
    periodStart,
    ...(periodEnd && { periodEnd }),
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
