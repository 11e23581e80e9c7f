/** References to what does not exist, and leads without a destination. */
import { campaignReferences, type Campaign } from '@sluice/contracts';
import { destinationOf } from '@sluice/domain';
import { campaignsInUse, isOfferedLeads, isSameName } from './offered-leads.js';
import type { Reported, TenantConfiguration } from './tenant-configuration.js';

/** Each place of a campaign that names what does not exist. */
export function missingReferences(campaign: Campaign, of: TenantConfiguration): Reported[] {
  const known = {
    campaign: new Set(of.campaigns.map(({ campaignId }) => campaignId)),
    client: new Set(of.clients.map(({ clientId }) => clientId)),
    offer: new Set(of.offers.map(({ offerId }) => offerId)),
    'delivery endpoint': new Set(of.deliveryEndpoints.map(({ deliveryEndpointId }) => deliveryEndpointId)),
    'phone number': new Set(of.phoneNumbers.map(({ phoneNumberId }) => phoneNumberId)),
    'SMS agent': new Set(of.smsAgents.map(({ agentId }) => agentId)),
    supplier: new Set(of.suppliers.map(({ supplierId }) => supplierId)),
    'look-up': new Set(of.lookups.map(({ lookupId }) => lookupId)),
    'value set': new Set(of.valueSets.map(({ valueSetId }) => valueSetId)),
  };
  return campaignReferences(campaign)
    .filter(({ kind, id }) => !known[kind].has(id))
    .map(({ at, kind, id }): Reported => [
      `${at} names ${kind} ${id}, which does not exist`,
      `Add the ${kind}, or correct ${at}.`,
    ])
    .concat(missingRouteNames(campaign, of));
}

function missingRouteNames({ routingRules = [] }: Campaign, of: TenantConfiguration): Reported[] {
  return routingRules.flatMap(({ routeTo }, n): Reported[] => {
    const { campaignId, clientName, offerName } = routeTo ?? {};
    if (campaignId !== undefined) return [];
    const where = `routingRules.${n}.routeTo`;
    if (clientName === undefined || offerName === undefined) {
      return [[`${where} names no campaign`, 'Give it a campaignId, or clientName and offerName.']];
    }
    const named = (other: Campaign) =>
      of.clients.some(({ clientId, name }) => clientId === other.clientId && isSameName(name, clientName)) &&
      of.offers.some(({ offerId, name }) => offerId === other.offerId && isSameName(name, offerName));
    return campaignsInUse(of).some(named)
      ? []
      : [
          [
            `${where} names client ${clientName} and offer ${offerName}, which have no active campaign`,
            `Add one, or correct ${where}.`,
          ],
        ];
  });
}

/** A campaign that is offered leads and has nowhere to send them. */
export function missingDestination(campaign: Campaign, of: TenantConfiguration): Reported[] {
  if (!isOfferedLeads(campaign, of)) return [];
  const { clientId } = campaign;
  const client = of.clients.find((each) => each.clientId === clientId);
  if (destinationOf({ campaign, client, endpoints: of.deliveryEndpoints }).kind !== 'none') return [];
  const setting = client?.settings?.postingMethod === 'email' ? 'notificationEmail' : 'defaultPostingUrl';
  return [
    [
      'its leads have no destination',
      `Give it a deliveryEndpointId, or client ${clientId} a settings.${setting}.`,
    ],
  ];
}

/** SMS agents whose phone number does not exist. */
export function missingForAgents({ smsAgents, phoneNumbers }: TenantConfiguration): Reported[] {
  return smsAgents.flatMap(({ agentId, phoneNumberId }): Reported[] =>
    phoneNumberId === undefined || phoneNumbers.some((each) => each.phoneNumberId === phoneNumberId)
      ? []
      : [
          [
            `SMS agent ${agentId}: phoneNumberId names phone number ${phoneNumberId}, which does not exist`,
            'Add the phone number, or correct phoneNumberId.',
          ],
        ],
  );
}
