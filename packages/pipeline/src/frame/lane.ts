/**
 * The receiver that a lead or effect goes to. Batches are formed per lane, so that a receiver in trouble holds up no
 * other. Lanes are named by ids only, because an address may hold a secret or personal data.
 */
import type { Effect, Routed, SubmissionRecord } from '@sluice/contracts';
import { checkLabel, clientLane, endpointLane, type CheckBody } from '@sluice/domain';
import type { Stores } from '@sluice/store';

/**
 * The lane of a delivery: its endpoint, or else the client's posting URL or mailbox. A lead with its own destination has its
 * own lane.
 */
export async function deliveryLane(
  stores: Pick<Stores, 'forTenant'>,
  { tenantId, leadId, deliveryInfo }: SubmissionRecord,
  { campaignId, clientId }: Routed,
): Promise<string> {
  if (deliveryInfo) return `lead.${leadId}`;
  const { campaigns, deliveryEndpoints } = stores.forTenant(tenantId);
  const endpointId = (await campaigns.cached(campaignId))?.deliveryEndpointId;
  const endpoint = endpointId === undefined ? undefined : await deliveryEndpoints.cached(endpointId);
  return endpoint ? endpointLane(endpoint.deliveryEndpointId) : clientLane(clientId);
}

/**
 * The lane of an effect: the webhook of the campaign or of its tenant, the platform and id of a pixel, or the vendor of
 * a message or of a document.
 */
export async function effectLane(
  stores: Pick<Stores, 'forTenant'>,
  { tenantId, kind, campaignId, body }: Pick<Effect, 'tenantId' | 'kind' | 'campaignId' | 'body'>,
): Promise<string> {
  switch (kind) {
    case 'pixel': {
      const { platform, pixelId } = Object(body['order']) as { platform?: string; pixelId?: string };
      return `pixel.${platform}.${pixelId}`;
    }
    case 'sms':
      return `sms.${String(body['provider'])}`;
    case 'email':
      return `email.${String(body['clientId'])}`;
    case 'call':
      return 'call';
    case 'check':
      return checkLabel((body as CheckBody).check);
    case 'action':
      return `action.${campaignId}`;
    case 'signature':
      return `signature.${String(body['vendor'])}`;
    default: {
      const own = (await stores.forTenant(tenantId).campaigns.cached(campaignId))?.webhooks;
      return own?.url !== undefined && own.inheritFromTenant !== true ? `webhook.${campaignId}` : 'webhook';
    }
  }
}
