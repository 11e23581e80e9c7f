/** The display name of a receiver: the clients whose leads it takes, or else the endpoint's own name. */
import { vendorOfLabel } from '@sluice/contracts';
import { clientLabel, clientLane, endpointLane, laneOfBuyer } from '@sluice/domain';
import type { TenantStores } from '@sluice/store';
import { maskedUrl } from '../lead-timeline/mask-secrets.js';

/** A receiver of deliveries as the tenant's configuration knows it. */
export interface KnownReceiver {
  /** The key under which its calls are counted: the endpoint's id, or `client` and the client's id. */
  readonly receiver: string;
  readonly buyer: string;
  /** The endpoint's address without its query, or the client's posting URL. */
  readonly url?: string;
  readonly campaignIds: readonly string[];
  /** The lane in which its leads wait; absent if each lead has a lane of its own. */
  readonly lane?: string;
}

type Catalogs = Pick<TenantStores, 'campaigns' | 'clients' | 'deliveryEndpoints'>;

/** The receivers of a tenant, by the keys under which their calls are counted. */
export async function knownReceivers(stores: Catalogs): Promise<ReadonlyMap<string, KnownReceiver>> {
  const [campaigns, clients, endpoints] = await Promise.all([
    stores.campaigns.allCached(),
    stores.clients.allCached(),
    stores.deliveryEndpoints.allCached(),
  ]);
  const nameOf = new Map(clients.map(({ clientId, name }) => [clientId, name]));
  const known = new Map<string, KnownReceiver>();
  for (const { deliveryEndpointId: id, name, url } of endpoints) {
    const theirs = campaigns.filter(({ deliveryEndpointId }) => deliveryEndpointId === id);
    const buyers = [...new Set(theirs.flatMap(({ clientId }) => nameOf.get(clientId) ?? []))];
    known.set(id, {
      receiver: id,
      buyer: name ?? (buyers.join(', ') || id),
      url: plainUrl(url),
      lane: endpointLane(id),
      campaignIds: theirs.map(({ campaignId }) => campaignId),
    });
  }
  const ids = new Set(endpoints.map(({ deliveryEndpointId }) => deliveryEndpointId));
  for (const { clientId, name, settings } of clients) {
    const { postingMethod, notificationEmail, defaultPostingUrl } = settings ?? {};
    const address = notificationEmail === undefined ? undefined : `mailto:${notificationEmail}`;
    const url = postingMethod === 'email' ? address : defaultPostingUrl;
    const theirs = campaigns.filter(
      (one) => one.clientId === clientId && !(one.deliveryEndpointId && ids.has(one.deliveryEndpointId)),
    );
    if (url === undefined || theirs.length === 0) continue;
    const receiver = clientLabel(clientId);
    known.set(receiver, {
      receiver,
      buyer: name,
      url: plainUrl(url),
      lane: clientLane(clientId),
      campaignIds: theirs.map(({ campaignId }) => campaignId),
    });
  }
  return withNamesApart(known);
}

/** The receiver of this key, even if the configuration no longer contains it. */
export function receiverOr(known: ReadonlyMap<string, KnownReceiver>, receiver: string): KnownReceiver {
  const vendor = vendorOfLabel(receiver);
  if (vendor !== undefined) return { receiver, buyer: vendor, campaignIds: [] };
  const lane = laneOfBuyer(receiver);
  if (lane === undefined) return { receiver, buyer: 'addresses given per lead', campaignIds: [] };
  return known.get(receiver) ?? { receiver, buyer: receiver, campaignIds: [], lane };
}

// Two endpoints of one buyer show its name followed by their own.
function withNamesApart(known: ReadonlyMap<string, KnownReceiver>): ReadonlyMap<string, KnownReceiver> {
  const timesUsed = new Map<string, number>();
  for (const { buyer } of known.values()) timesUsed.set(buyer, (timesUsed.get(buyer) ?? 0) + 1);
  return new Map(
    [...known].map(([id, one]) => {
      const isAlone = timesUsed.get(one.buyer) === 1;
      return [id, isAlone ? one : { ...one, buyer: `${one.buyer} (${one.receiver})` }];
    }),
  );
}

/** An address without its query, which may contain a secret, and without the credentials before its host. */
export function plainUrl(url: string): string {
  return maskedUrl(url).replace(/[?#].*$/s, '');
}
