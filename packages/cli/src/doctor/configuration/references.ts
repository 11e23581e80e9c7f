/** References to what does not exist, and leads without a destination. */
import type { Campaign } from '@sluice/contracts';
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
    'value set': new Set(of.valueSets.map(({ valueSetId }) => valueSetId)),
  };
  return references(campaign)
    .flatMap(([where, kind, id]): Reported[] =>
      id === undefined || known[kind].has(id)
        ? []
        : [[`${where} names ${kind} ${id}, which does not exist`, `Add the ${kind}, or correct ${where}.`]],
    )
    .concat(missingRouteNames(campaign, of));
}

type Kind =
  | 'campaign'
  | 'client'
  | 'offer'
  | 'delivery endpoint'
  | 'phone number'
  | 'SMS agent'
  | 'value set';
type Reference = readonly [where: string, kind: Kind, id: string | undefined];

function references(campaign: Campaign): Reference[] {
  const { deliveryLimits = [], deliverySchedule, routingRules = [], fallbackCampaigns = [] } = campaign;
  const groups = campaign.distribution?.groups ?? [];
  return [
    ['clientId', 'client', campaign.clientId],
    ['offerId', 'offer', campaign.offerId],
    ['deliveryEndpointId', 'delivery endpoint', campaign.deliveryEndpointId],
    ['phoneNumberId', 'phone number', campaign.phoneNumberId],
    ['campaignAiAgents.sms.agentId', 'SMS agent', campaign.campaignAiAgents?.sms?.agentId],
    ['campaignAiAgents.smsTest.agentId', 'SMS agent', campaign.campaignAiAgents?.smsTest?.agentId],
    ['deliverySchedule.routeToCampaignId', 'campaign', deliverySchedule?.routeToCampaignId],
    ...fallbackCampaigns.map((id, n): Reference => [`fallbackCampaigns.${n}`, 'campaign', id]),
    ...groups.flatMap(({ members }, n) =>
      members.map(({ campaignId }, m): Reference => [
        `distribution.groups.${n}.members.${m}.campaignId`,
        'campaign',
        campaignId,
      ]),
    ),
    ...deliveryLimits.map(({ routeToCampaignId }, n): Reference => [
      `deliveryLimits.${n}.routeToCampaignId`,
      'campaign',
      routeToCampaignId,
    ]),
    ...routingRules.map(({ routeTo }, n): Reference => [
      `routingRules.${n}.routeTo.campaignId`,
      'campaign',
      routeTo?.campaignId,
    ]),
    ...valueSetReferences(campaign, []),
  ];
}

// Conditions occur in many places of a campaign; a `valueSetId` is a reference in all of them.
function valueSetReferences(value: unknown, path: readonly string[]): Reference[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, inner]): Reference[] =>
    key === 'valueSetId' && typeof inner === 'string'
      ? [[[...path, key].join('.'), 'value set', inner]]
      : valueSetReferences(inner, [...path, key]),
  );
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
