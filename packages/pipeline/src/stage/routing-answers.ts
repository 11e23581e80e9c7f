/** The answers to routing's questions: campaigns and clients from the catalog, room from the counts. */
import type { Count, RoutingAnswers } from '@sluice/domain';
import type { TenantStores } from '@sluice/store';
import { campaignOfNames } from './campaigns-by-names.js';

/** Returns the limits of these counts that have no room for a lead that `campaignId` would take. */
export type FullLimits = (counts: readonly Count[], campaignId: string) => Promise<readonly string[]>;

/**
 * Builds the answers for one submission of a tenant. A simulation looks for room where a stage takes it with its
 * decision.
 */
export function routingAnswers(
  stores: Pick<TenantStores, 'campaigns' | 'clients' | 'counts' | 'offers'>,
  {
    reserve = (counts) => stores.counts.full(counts),
    peek = (counts) => stores.counts.full(counts),
  }: { readonly reserve?: FullLimits; readonly peek?: FullLimits } = {},
): RoutingAnswers {
  return {
    campaign: (campaignId) => stores.campaigns.cached(campaignId),
    campaignOf: (clientName, offerName) => campaignOfNames(stores, clientName, offerName),
    client: (clientId) => stores.clients.cached(clientId),
    peek,
    reserve,
  };
}
