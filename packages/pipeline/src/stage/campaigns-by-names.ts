/**
 * Finding a campaign by the names of its client and its offer. Which campaign has which names is worked out once for each reading of
 * the configuration, not for each lead.
 */
import type { Campaign, Client, Offer } from '@sluice/contracts';
import type { TenantStores } from '@sluice/store';

/** The active campaign of the client and the offer with these names, in any case; the first by code of several. */
export async function campaignOfNames(
  { campaigns, clients, offers }: TenantStores,
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

/** The key of these names, in any case; it is never taken for a campaign's code. */
export function plainNames(clientName: string, offerName: string): string {
  return JSON.stringify([clientName.trim().toLowerCase(), offerName.trim().toLowerCase()]);
}

/** Tells the key of a campaign's names. Names are the client's and the offer's own: a campaign is found under those they have now. */
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

// The caches answer the same lists until they are read anew, each in its own time.
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
