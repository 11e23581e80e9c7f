/**
 * The receiver that a lead or effect goes to. Batches are formed per lane, so that a receiver in trouble holds up no
 * other. Lanes are named by ids only, because an address may hold a secret or personal data.
 */
import { effectLane, type DueEffect, type Routed, type SubmissionRecord } from '@sluice/contracts';
import { clientLane, endpointLane } from '@sluice/domain';
import type { Stores } from '@sluice/store';

/**
 * The lane of a delivery: its endpoint, or else the client's posting URL or mailbox. A lead with its own destination has its
 * own lane.
 */
export async function deliveryLane(
  stores: Pick<Stores, 'forTenant'>,
  { tenantId, leadId, deliveryInfo }: SubmissionRecord,
  { campaignId, clientId }: Pick<Routed, 'campaignId' | 'clientId'>,
): Promise<string> {
  if (deliveryInfo) return `lead.${leadId}`;
  const { campaigns, deliveryEndpoints } = stores.forTenant(tenantId);
  const endpointId = (await campaigns.cached(campaignId))?.deliveryEndpointId;
  const endpoint = endpointId === undefined ? undefined : await deliveryEndpoints.cached(endpointId);
  return endpoint ? endpointLane(endpoint.deliveryEndpointId) : clientLane(clientId);
}

/** The lane of an effect, which may depend on the webhook of its campaign. */
export async function laneOfEffect(stores: Pick<Stores, 'forTenant'>, effect: DueEffect): Promise<string> {
  const { tenantId, campaignId } = effect;
  // The lane of a mail that belongs to no campaign asks for none.
  if (campaignId === undefined) return effectLane(effect, { campaignId: '' });
  const campaign = await stores.forTenant(tenantId).campaigns.cached(campaignId);
  return effectLane(effect, campaign ?? { campaignId });
}
