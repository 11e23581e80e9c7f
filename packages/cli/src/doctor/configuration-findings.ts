/**
 * Parts of a tenant's configuration that lead nowhere, or earn twice. References to things that may be added later are accepted on
 * writing and ignored while missing; the doctor reports them.
 */
import {
  credentialProviders,
  isDocumentVendor,
  stateOfCredentials,
  type Campaign,
  type Client,
  type DeliveryEndpoint,
  type Offer,
  type PhoneNumber,
  type ProviderCredentials,
  type SmsAgent,
  type Tenant,
  type ValueSet,
} from '@sluice/contracts';
import {
  chooseSmsSender,
  destinationOf,
  outgoingTexts,
  ownWords,
  secretNamesOfText,
  wantsModel,
  whetherToAsk,
} from '@sluice/domain';
import type { Finding } from './finding.js';
import { mailFindings } from './mail-findings.js';
import { isInUse, isOfferedLeads, isSameName } from './offered-leads.js';

/** The whole configuration of one tenant. */
export interface TenantConfiguration {
  readonly tenant: Tenant;
  readonly campaigns: readonly Campaign[];
  readonly clients: readonly Client[];
  readonly offers: readonly Offer[];
  readonly deliveryEndpoints: readonly DeliveryEndpoint[];
  readonly phoneNumbers: readonly PhoneNumber[];
  readonly smsAgents: readonly SmsAgent[];
  readonly valueSets: readonly ValueSet[];
  /** Absent if they cannot be decrypted. */
  readonly credentials: ProviderCredentials | undefined;
  /** The names of the tenant's secrets; absent if they are not known. */
  readonly secrets?: readonly string[];
  /** Whether the installation has a mail server, for tenants without one; absent if that is not known. */
  readonly hasMailServer?: boolean;
}

/** Everything that leads nowhere or earns twice. Inactive campaigns may be incomplete. */
export function configurationFindings(configuration: TenantConfiguration): readonly Finding[] {
  const { tenantId } = configuration.tenant;
  const active = configuration.campaigns.filter(isInUse);
  const ofCampaigns = active.flatMap((campaign) => {
    const problems = [
      ...missingReferences(campaign, configuration),
      ...missingDestination(campaign, configuration),
      ...missingCredentials(campaign, configuration),
      ...earnsTwice(campaign),
    ];
    return problems.map(
      ([problem, remedy]) => [`campaign ${campaign.campaignId}: ${problem}`, remedy] as const,
    );
  });
  const all = [
    ...ofCampaigns,
    ...incompleteCredentials(configuration),
    ...missingForAgents(configuration),
    ...unsignedWebhooks(configuration),
    ...missingSecrets(configuration),
    ...mailFindings(configuration),
  ];
  return all.map(([problem, remedy]) => ({
    area: 'configuration',
    problem: `Tenant ${tenantId}, ${problem}.`,
    remedy,
  }));
}

/** A problem without its full stop, and its remedy. */
type Reported = readonly [problem: string, remedy: string];

function missingReferences(campaign: Campaign, of: TenantConfiguration): Reported[] {
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
    return of.campaigns.some((other) => isInUse(other) && named(other))
      ? []
      : [
          [
            `${where} names client ${clientName} and offer ${offerName}, which have no active campaign`,
            `Add one, or correct ${where}.`,
          ],
        ];
  });
}

function missingDestination(campaign: Campaign, of: TenantConfiguration): Reported[] {
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

function missingCredentials(campaign: Campaign, of: TenantConfiguration): Reported[] {
  const { credentials } = of;
  if (!credentials) return [];
  const platforms = new Set(
    (campaign.pixelRules ?? []).flatMap(({ active, platform }) => (active === false ? [] : [platform])),
  );
  const pixels = [...platforms].flatMap((platform): Reported[] =>
    stateOfCredentials(platform, credentials).state === 'set'
      ? []
      : [
          [
            `its pixel rules need ${platform}, which has no access token`,
            `Give the tenant providers.${platform}.accessToken.`,
          ],
        ],
  );
  return [
    ...pixels,
    ...smsWithoutCredentials(campaign, of, credentials),
    ...modelNotAsked(campaign, of, credentials),
    ...documentsNotSent(campaign, credentials),
  ];
}

// Documents of a campaign that no vendor can send; half of the credentials is told of the vendor.
function documentsNotSent({ documents = [] }: Campaign, credentials: ProviderCredentials): Reported[] {
  const vendors = new Set(documents.flatMap(({ provider }) => (provider === undefined ? [] : [provider])));
  return [...vendors].flatMap((vendor): Reported[] => {
    if (!isDocumentVendor(vendor))
      return [
        [`its documents name ${vendor}, to which nothing is sent`, 'Use docuseal, or send them yourself.'],
      ];
    if (stateOfCredentials(vendor, credentials).state !== 'not_set') return [];
    return [
      [`its documents need ${vendor}, which has no credentials`, `Give the tenant providers.${vendor}.`],
    ];
  });
}

// A campaign that wants a language model, and whose leads are not asked about.
function modelNotAsked(
  campaign: Campaign,
  { offers }: TenantConfiguration,
  credentials: ProviderCredentials,
): Reported[] {
  if (!wantsModel(campaign)) return [];
  const offer = offers.find(({ offerId }) => offerId === campaign.offerId);
  const isConfigured = stateOfCredentials('llm', credentials).state === 'set';
  const asked = whetherToAsk(campaign, { offer, isConfigured, isByPerson: false });
  if (asked.kind === 'ask') return [];
  return [
    [
      `aiQualificationEnabled has no effect: ${ownWords(asked.because)}`,
      'Give the tenant providers.llm and the offer eligibilityCriteria, or switch it off.',
    ],
  ];
}

// Both may be meant, so neither is refused.
function earnsTwice({ price, revenueMilestones = [] }: Campaign): Reported[] {
  const atDelivery = revenueMilestones.some(
    ({ leadStatus, active }) => leadStatus === 'delivered' && active !== false,
  );
  if (!price || !atDelivery) return [];
  return [
    [
      'a delivered lead earns both its price and a milestone',
      'If only one is meant, remove the price, or the milestone at delivered.',
    ],
  ];
}

function smsWithoutCredentials(
  campaign: Campaign,
  { tenant, phoneNumbers, smsAgents }: TenantConfiguration,
  credentials: ProviderCredentials,
): Reported[] {
  const { provider } = chooseSmsSender({
    campaign,
    isTest: false,
    tenantSettings: tenant.settings,
    phoneNumbers,
    agents: smsAgents,
  });
  if (provider === 'console' || stateOfCredentials(provider, credentials).state === 'set') return [];
  return [
    [`its messages use ${provider}, which has no credentials`, `Give the tenant providers.${provider}.`],
  ];
}

// A vendor with a base URL only is one that the tenant does not use; one with half of its credentials is a mistake.
function incompleteCredentials({ credentials = {} }: TenantConfiguration): Reported[] {
  return credentialProviders.flatMap((provider): Reported[] => {
    const { state, missing } = stateOfCredentials(provider, credentials);
    if (state !== 'incomplete') return [];
    const names = missing.join(' and ');
    return [
      [
        `vendor ${provider}: its credentials are incomplete, ${names} is missing`,
        `Set providers.${provider} with ${names}, or remove it.`,
      ],
    ];
  });
}

function missingForAgents({ smsAgents, phoneNumbers }: TenantConfiguration): Reported[] {
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

function unsignedWebhooks({ tenant, campaigns }: TenantConfiguration): Reported[] {
  const { webhooks } = tenant.settings;
  const sends =
    webhooks?.url !== undefined || campaigns.some((campaign) => campaign.webhooks?.url !== undefined);
  if (!sends || webhooks?.secret !== undefined) return [];
  return [['its webhooks have no signing secret', 'Give the tenant settings.webhooks.secret.']];
}

function missingSecrets(configuration: TenantConfiguration): Reported[] {
  const { tenant, clients, deliveryEndpoints, campaigns, secrets } = configuration;
  if (!secrets) return [];
  const known = new Set(secrets);
  const parts = { settings: tenant.settings, clients, deliveryEndpoints, campaigns };
  const places = new Map<string, string[]>();
  for (const sent of outgoingTexts(parts)) {
    for (const name of secretNamesOfText(sent)) {
      if (known.has(name)) continue;
      const place = placeOf(sent.path, configuration);
      places.set(name, [...(places.get(name) ?? []), place]);
    }
  }
  return [...places].map(([name, where]) => [
    `secret ${name} is used by ${[...new Set(where)].join(', ')}, but is not set; what needs it is not sent`,
    `Set it with \`sluice secrets set ${name} --tenant ${tenant.tenantId}\`, or correct the reference.`,
  ]);
}

// Positions in lists say nothing outside a tenant file.
function placeOf(
  [section = '', position = '', ...rest]: readonly string[],
  { clients, deliveryEndpoints, campaigns }: TenantConfiguration,
): string {
  const at = Number(position);
  switch (section) {
    case 'clients':
      return `client ${clients[at]?.clientId} (${rest.join('.')})`;
    case 'deliveryEndpoints':
      return `delivery endpoint ${deliveryEndpoints[at]?.deliveryEndpointId} (${rest.join('.')})`;
    case 'campaigns':
      return `campaign ${campaigns[at]?.campaignId} (${rest.join('.')})`;
    default:
      return [section, position, ...rest].join('.');
  }
}
