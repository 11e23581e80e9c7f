/** The answers to routing's questions: campaigns and clients from the catalog, room from the counts. */
import {
  nextInTurn,
  ratiosOf,
  type Count,
  type GroupMember,
  type RoutingAnswers,
  type Turn,
} from '@sluice/domain';
import type { TenantStores } from '@sluice/store';
import { campaignOfNames } from './campaigns-by-names.js';

type AnsweringStores = Pick<
  TenantStores,
  'campaigns' | 'clients' | 'counts' | 'deliveryEndpoints' | 'offers' | 'openCircuits'
>;

/** Returns the limits of these counts that have no room for a lead that `campaignId` would take. */
export type FullLimits = (counts: readonly Count[], campaignId: string) => Promise<readonly string[]>;

/**
 * Builds the answers for one submission of a tenant that is decided about at `at`. A simulation looks for room where a
 * stage takes it with its decision, and takes no turns.
 */
export function routingAnswers(
  stores: AnsweringStores,
  at: Date,
  {
    reserve = (counts) => stores.counts.full(counts),
    peek = (counts) => stores.counts.full(counts),
    turn = (members) => turnNow(stores, members),
    giveBack = async () => undefined,
    duplicateFor,
    suppressedFor,
  }: {
    readonly reserve?: FullLimits;
    readonly peek?: FullLimits;
  } & Partial<Pick<RoutingAnswers, 'turn' | 'giveBack'>> &
    Pick<RoutingAnswers, 'duplicateFor' | 'suppressedFor'>,
): RoutingAnswers {
  return {
    campaign: (campaignId) => stores.campaigns.cached(campaignId),
    campaignOf: (clientName, offerName) => campaignOfNames(stores, clientName, offerName),
    client: (clientId) => stores.clients.cached(clientId),
    endpoint: (deliveryEndpointId) => stores.deliveryEndpoints.cached(deliveryEndpointId),
    isDown: (receiver) => stores.openCircuits.isOpen(receiver, at),
    turn,
    giveBack,
    duplicateFor,
    suppressedFor,
    peek,
    reserve,
  };
}

/** Whose turn it would be; the turn is not taken. */
export async function turnNow(
  { counts }: Pick<TenantStores, 'counts'>,
  members: readonly GroupMember[],
): Promise<Turn> {
  const standings = await counts.standings(members.map(({ count }) => count));
  const ratios = ratiosOf(members, standings);
  return { at: nextInTurn(ratios, standings), ratios };
}
