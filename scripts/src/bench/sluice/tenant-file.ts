/** The two tenants of a run, as an operator would write them. */

/** The tenant under load, and its neighbour. */
export const tenants = { loaded: 'bench-a', neighbour: 'bench-b' } as const;

/**
 * The campaigns of each tenant: a lead of `full` fires one pixel and sends four webhooks, one of `hooks` sends webhooks.
 * `third` and `thirdHooks` ask two buyers that refuse before `plain` and `hooks`.
 */
export const campaigns = {
  plain: 'PLAIN',
  full: 'FULL',
  hooks: 'HOOKS',
  third: 'THIRD',
  thirdHooks: 'THRDH',
} as const;
const refusing = ['NO1', 'NO2'];

export const buyerPath = (tenantId: string): string => `/buyers/${tenantId}`;
const webhookPath = (tenantId: string) => `/webhooks/${tenantId}`;
const pixelId = '1234567890';

/** How many effects of a lead of `full` arrive at each path. */
export function effectsOf(tenantId: string): Readonly<Record<string, number>> {
  return { [`/v24.0/${pixelId}/events`]: 1, [webhookPath(tenantId)]: 4 };
}

/** A tenant file; JSON is valid YAML. */
export function tenantFile(tenantId: string, buyerUrl: string): string {
  const secret = 'whsec_c2x1aWNlLWRlbW8tc2lnbmluZy1zZWNyZXQtMDAwMQ==';
  const silent = { webhooks: { enabled: false } };
  const url = `${buyerUrl}${buyerPath(tenantId)}`;
  const buyer = {
    defaultPostingUrl: url,
    postingMethod: 'http',
    acceptDuplicates: false,
    maxLeadsPerDay: 10_000_000,
  };
  const no = [{ when: { status: 200 }, outcome: 'rejected', reason: 'no' }];
  return JSON.stringify({
    tenantId,
    name: `Tenant ${tenantId}`,
    settings: { timezone: 'UTC', webhooks: { url: `${buyerUrl}${webhookPath(tenantId)}`, secret } },
    providers: { facebook: { accessToken: 'bench', baseUrl: buyerUrl, apiVersion: 'v24.0' } },
    clients: [{ clientId: 'cli_bench', name: 'Bench Buyer', abbrev: 'BEN', settings: buyer }],
    offers: [{ offerId: 'off_bench', name: 'Roundup', abbrev: 'RU', category: 'mass_tort' }],
    fieldLibrary: [
      { key: 'injury', label: 'Injured?', category: 'question', dataType: 'string', isStandard: false },
    ],
    campaigns: [
      campaign(campaigns.plain, silent),
      campaign(campaigns.full, { pixelRules: [pixelRule] }),
      campaign(campaigns.hooks),
      campaign(campaigns.third, { ...asksFirst(campaigns.plain), ...silent }),
      campaign(campaigns.thirdHooks, asksFirst(campaigns.hooks)),
      ...refusing.map((name) => campaign(name, { deliveryEndpointId: 'end_no' })),
    ],
    deliveryEndpoints: [
      { deliveryEndpointId: 'end_no', name: 'Refuses', url: `${buyerUrl}/refusing`, responseRules: no },
    ],
  });
}

function asksFirst(campaignId: string) {
  const members = [...refusing, campaignId].map((member) => ({ campaignId: member }));
  return { distribution: { groups: [{ name: 'buyers', members }] } };
}

function campaign(campaignId: string, more: object = {}) {
  const conditions = [{ field: 'injury', operator: 'equals', value: ['no'] }];
  const subRules = [{ logicalOperator: 'AND', conditions }];
  return {
    campaignId,
    name: `Bench ${campaignId}`,
    clientId: 'cli_bench',
    offerId: 'off_bench',
    settings: { dedupeEnabled: true, dedupeWindow: 30, dedupeFields: ['phone', 'email'] },
    disqualificationConditionals: [{ name: 'Not injured', isActive: true, logicalOperator: 'AND', subRules }],
    ...more,
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
