/** The destination of a routed lead, with the parts of the configuration that it is chosen from. */
import type { DeliveryInfo } from '@sluice/contracts';
import { destinationOf, type Destination, type NoDestination } from '@sluice/domain';
import type { TenantStores } from '@sluice/store';

/** The configuration that a destination is chosen from. */
export type DestinationStores = Pick<TenantStores, 'campaigns' | 'clients' | 'deliveryEndpoints'>;

/**
 * Where a lead that is routed to this campaign of this client is sent. `read` is `cached` for work in progress, whose
 * configuration may be some seconds old, and `find` for what an operator asks.
 */
export async function destinationFor(
  { campaigns, clients, deliveryEndpoints }: DestinationStores,
  { campaignId, clientId }: { readonly campaignId: string; readonly clientId: string },
  {
    deliveryInfo,
    read,
  }: { readonly deliveryInfo?: DeliveryInfo | undefined; readonly read: 'cached' | 'find' },
): Promise<Destination | NoDestination> {
  const [campaign, client] = await Promise.all([campaigns[read](campaignId), clients[read](clientId)]);
  const endpointId = campaign?.deliveryEndpointId;
  const endpoint = endpointId === undefined ? undefined : await deliveryEndpoints[read](endpointId);
  return destinationOf({
    campaign: campaign ?? {},
    client,
    endpoints: endpoint ? [endpoint] : [],
    deliveryInfo,
  });
}
