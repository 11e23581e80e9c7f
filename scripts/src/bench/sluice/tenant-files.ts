/**
 * The two tenants of a run as an operator would write them: the demo tenant's campaign, with and without its effects.
 */

/** The tenant under load, and its neighbour. */
export const tenants = { loaded: 'bench-a', neighbour: 'bench-b' } as const;

/**
 * The campaigns of each tenant: `PLAIN` has no effects; `FULL` fires one pixel and sends four webhooks per lead; `FILE`
 * has the same effects and takes the rows of examples/leads.csv, whose people were not sent before. `HOOKS` is `PLAIN` with
 * webhooks. `THIRD` and `THRDH` ask two buyers that refuse before these two.
 */
export const campaigns = {
  plain: 'PLAIN',
  full: 'FULL',
  file: 'FILE',
  hooks: 'HOOKS',
  third: 'THIRD',
  thirdHooks: 'THRDH',
} as const;
const refusing = ['NO1', 'NO2'] as const;

export const buyerPath = (tenantId: string): string => `/buyers/${tenantId}`;
export const webhookPath = (tenantId: string): string => `/webhooks/${tenantId}`;
const pixelId = '1234567890';
export const pixelPath = `/v24.0/${pixelId}/events`;

/** Created, qualified, pixel fired, delivered. */
export const WEBHOOKS_A_LEAD = 4;

/** A tenant file; JSON is valid YAML. */
export function tenantFile(tenantId: string, buyerUrl: string): string {
  return JSON.stringify({
    tenantId,
    name: `Tenant ${tenantId}`,
    settings: {
      timezone: 'UTC',
      webhooks: {
        url: `${buyerUrl}${webhookPath(tenantId)}`,
        secret: 'whsec_c2x1aWNlLWRlbW8tc2lnbmluZy1zZWNyZXQtMDAwMQ==',
      },
    },
    providers: { facebook: { accessToken: 'bench', baseUrl: buyerUrl, apiVersion: 'v24.0' } },
    clients: [
      {
        clientId: 'cli_bench',
        name: 'Bench Buyer',
        abbrev: 'BEN',
        settings: {
          defaultPostingUrl: `${buyerUrl}${buyerPath(tenantId)}`,
          postingMethod: 'http',
          maxLeadsPerDay: 10_000_000,
          acceptDuplicates: false,
        },
      },
    ],
    offers: [{ offerId: 'off_bench', name: 'Roundup', abbrev: 'RU', category: 'mass_tort' }],
    fieldLibrary: [
      { key: 'injury', label: 'Injured?', category: 'question', dataType: 'string', isStandard: false },
    ],
    campaigns: [
      { ...campaign(campaigns.plain), webhooks: { enabled: false } },
      { ...campaign(campaigns.full), pixelRules: [pixelRule] },
      { ...campaign(campaigns.file), pixelRules: [pixelRule] },
      campaign(campaigns.hooks),
      { ...campaign(campaigns.third), ...thirdIs(campaigns.plain), webhooks: { enabled: false } },
      { ...campaign(campaigns.thirdHooks), ...thirdIs(campaigns.hooks) },
      ...refusing.map((name) => ({ ...campaign(name), deliveryEndpointId: 'end_no' })),
    ],
    deliveryEndpoints: [
      {
        deliveryEndpointId: 'end_no',
        name: 'Refuses',
        url: `${buyerUrl}/refusing/${tenantId}`,
        responseRules: [{ when: { status: 200 }, outcome: 'rejected', reason: 'no' }],
      },
    ],
  });
}

function thirdIs(campaignId: string) {
  const members = [...refusing, campaignId].map((member) => ({ campaignId: member }));
  return { distribution: { groups: [{ name: 'buyers', members }] } };
}

function campaign(campaignId: string) {
  return {
    campaignId,
    name: `Bench ${campaignId}`,
    clientId: 'cli_bench',
    offerId: 'off_bench',
    settings: { dedupeEnabled: true, dedupeWindow: 30, dedupeFields: ['phone', 'email'] },
    disqualificationConditionals: [
      {
        name: 'Not injured',
        isActive: true,
        logicalOperator: 'AND',
        subRules: [
          { logicalOperator: 'AND', conditions: [{ field: 'injury', operator: 'equals', value: ['no'] }] },
        ],
      },
    ],
  };
}

const pixelRule = {
  id: 'px1',
  name: 'Qualified',
  active: true,
  triggerPoint: 'lead_qualified',
  pixelId,
  platform: 'facebook',
  eventName: 'Lead',
  actionSource: 'website',
  fireOnce: true,
};
