/** Credentials that a campaign needs and the tenant lacks, and credentials of which a part is missing. */
import {
  credentialProviders,
  isDocumentVendor,
  stateOfCredentials,
  type Campaign,
  type ProviderCredentials,
} from '@sluice/contracts';
import { chooseSmsSender, ownWords, wantsModel, whetherToAsk } from '@sluice/domain';
import type { Reported, TenantConfiguration } from './tenant-configuration.js';

/** What the campaign needs a vendor for that has no credentials. */
export function missingCredentials(campaign: Campaign, of: TenantConfiguration): Reported[] {
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
    ...consentNotAsked(campaign, credentials),
    ...modelNotAsked(campaign, of, credentials),
    ...documentsNotSent(campaign, credentials),
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

function consentNotAsked(campaign: Campaign, credentials: ProviderCredentials): Reported[] {
  if (!campaign.consent || stateOfCredentials('trustedform', credentials).state === 'set') return [];
  return [
    [
      'its consent needs trustedform, which has no credentials, so no certificate is asked about',
      'Give the tenant providers.trustedform.apiKey.',
    ],
  ];
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

/**
 * Vendors with half of their credentials, which is a mistake; one with a base URL only is one that the tenant does not
 * use.
 */
export function incompleteCredentials({ credentials = {} }: TenantConfiguration): Reported[] {
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
