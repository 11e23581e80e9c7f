/** What routing is told when it asks: campaigns and clients from the catalog, room from the counters. */
import type { CounterSpec, RoutingAnswers } from '@sluice/domain';
import type { SlotAsk, SlotGrant, TenantStores } from '@sluice/store';

/** How slots are taken; a simulation answers this without taking any. */
export type Reserve = (asks: readonly SlotAsk[]) => Promise<SlotGrant>;

/** Answers for one submission of a tenant. */
export function routingAnswers(stores: TenantStores, reserve: Reserve): RoutingAnswers {
  return {
    campaign: (campaignId) => stores.campaigns.recent(campaignId),
    campaignOf: async (clientName, offerName) => {
      const campaigns = await stores.campaigns.allRecent();
      return campaigns.find(
        (campaign) =>
          campaign.active &&
          campaign.archivedAt === undefined &&
          alike(campaign.clientName, clientName) &&
          alike(campaign.offerName, offerName),
      );
    },
    client: (clientId) => stores.clients.recent(clientId),
    peek: (counters) => stores.slots.full(counters.map(slotAsk)),
    reserve: async (counters) => {
      const grant = await reserve(counters.map(slotAsk));
      return grant.granted ? [] : [grant.full];
    },
  };
}

// Campaign codes are all upper-case letters and digits; the owner of any other counter is a client.
const CAMPAIGN_CODE = /^[A-Z0-9]{2,5}$/;

function slotAsk({ counter, cap, periodStart, periodEnd }: CounterSpec): SlotAsk {
  const owner = counter.slice(0, counter.indexOf('.'));
  return {
    counter,
    cap,
    owner: CAMPAIGN_CODE.test(owner) ? { campaignId: owner } : { clientId: owner },
    periodStart,
    ...(periodEnd && { periodEnd }),
  };
}

function alike(a: string | undefined, b: string): boolean {
  return a?.trim().toLowerCase() === b.trim().toLowerCase();
}
