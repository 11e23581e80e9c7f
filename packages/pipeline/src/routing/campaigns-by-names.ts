/**
 * Finds a campaign by the names of its client and offer. The index of names is built once per reading of the
 * configuration, not once per lead.
 */
import type { Campaign, Client, Offer } from '@sluice/contracts';
import { comparableText } from '@sluice/domain';
import type { TenantStores } from '@sluice/store';

/** Finds the active campaign of the client and offer with these names, as texts are compared; of several, the first by code. */
export async function campaignOfNames(
  { campaigns, clients, offers }: Pick<TenantStores, 'campaigns' | 'clients' | 'offers'>,
  clientName: string,
  offerName: string,
): Promise<Campaign | undefined> {
  const [allClients, allOffers, all] = await Promise.all([
    clients.allCached(),
    offers.allCached(),
    campaigns.allCached(),
  ]);
  return indexOf({ clients: allClients, offers: allOffers, campaigns: all }).get(
    plainNames(clientName, offerName),
  );
}

/** The key of these names, ignoring case. It never equals a campaign's code. */
export function plainNames(clientName: string, offerName: string): string {
  return JSON.stringify([comparableText(clientName), comparableText(offerName)]);
}

/** Returns a function from a campaign to the key of its names, which are the current names of its client and offer. */
export function namesOf(
  clients: readonly Client[],
  offers: readonly Offer[],
): (campaign: Pick<Campaign, 'clientId' | 'offerId'>) => string | undefined {
  const clientNames = new Map(clients.map(({ clientId, name }) => [clientId, name]));
  const offerNames = new Map(offers.map(({ offerId, name }) => [offerId, name]));
  return ({ clientId, offerId }) => {
    const [clientName, offerName] = [clientNames.get(clientId), offerNames.get(offerId)];
    return clientName === undefined || offerName === undefined
      ? undefined
      : plainNames(clientName, offerName);
  };
}

interface Reading {
  readonly clients: readonly Client[];
  readonly offers: readonly Offer[];
  readonly campaigns: readonly Campaign[];
}

type Index = ReadonlyMap<string, Campaign>;

const known = new WeakMap<readonly Campaign[], { readonly reading: Reading; readonly index: Index }>();

// The caches return the same lists until they are reloaded, each at its own time.
function indexOf(reading: Reading): Index {
  const indexed = known.get(reading.campaigns);
  if (indexed?.reading.clients === reading.clients && indexed.reading.offers === reading.offers)
    return indexed.index;
  const nameOf = namesOf(reading.clients, reading.offers);
  const index = new Map<string, Campaign>();
  for (const campaign of reading.campaigns) {
    const names = nameOf(campaign);
    if (names === undefined || !campaign.active || campaign.archivedAt !== undefined) continue;
    if (!index.has(names)) index.set(names, campaign);
  }
  known.set(reading.campaigns, { reading, index });
  return index;
}
