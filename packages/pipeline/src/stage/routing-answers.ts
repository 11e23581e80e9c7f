/** The answers to routing's questions: campaigns and clients from the catalog, free slots from the counters. */
import type { RoutingAnswers } from '@sluice/domain';
import type { SlotAsk, TenantStores } from '@sluice/store';
import { campaignOfNames } from './campaigns-by-names.js';

/** Whether slots were reserved, or which counter has no room. */
export type Reserved = { readonly granted: true } | { readonly granted: false; readonly full: string };

/**
 * How slots are reserved for a lead that `campaignId` would take. A simulation implements this without reserving any.
 */
export type Reserve = (asks: readonly SlotAsk[], campaignId: string) => Promise<Reserved>;

/** Which of the counters have no room for a lead that `campaignId` would take. */
export type Peek = (asks: readonly SlotAsk[], campaignId: string) => Promise<readonly string[]>;

/** Builds the answers for one submission of a tenant. */
export function routingAnswers(
  stores: Pick<TenantStores, 'campaigns' | 'clients' | 'offers' | 'slots'>,
  reserve: Reserve,
  peek: Peek = (asks) => stores.slots.full(asks),
): RoutingAnswers {
  return {
    campaign: (campaignId) => stores.campaigns.cached(campaignId),
    campaignOf: (clientName, offerName) => campaignOfNames(stores, clientName, offerName),
    client: (clientId) => stores.clients.cached(clientId),
    peek,
    reserve: async (counters, campaignId) => {
      const grant = await reserve(counters, campaignId);
      return grant.granted ? [] : [grant.full];
    },
  };
}
