/** Campaigns (§4.1). */
import { z } from 'zod';
import { campaignSchema, createCampaignInputSchema } from '../resources/campaign/campaign.js';
import { requiredTextSchema } from '../formats/bounds.js';
import { defineEndpoint } from './define-endpoint.js';
import { createdAt } from './example-values.js';

const example = {
  campaignId: 'ACMRU',
  name: 'Acme - Roundup',
  clientId: 'cli_acme',
  offerId: 'off_roundup',
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
  deliveryLimits: [{ active: true, cap: 50, type: 'daily', action: 'queue' }],
  settings: { dedupeEnabled: true, dedupeWindow: 30, dedupeFields: ['phone', 'email'] },
};

const returned = {
  ...example,
  active: true,
  clientName: 'Acme Injury Law',
  clientAbbrev: 'ACM',
  offerName: 'Roundup',
  offerAbbrev: 'RU',
  createdAt,
  updatedAt: createdAt,
};

/** POST /api/v1/campaigns */
export const createCampaign = defineEndpoint({
  operationId: 'createCampaign',
  method: 'POST',
  path: '/api/v1/campaigns',
  summary: 'Create a campaign',
  description:
    'Creates a campaign of an existing client and offer. Without a campaignId one is generated from their abbreviations. Other things it names (endpoints, numbers, fallback campaigns) may come later.',
  tag: 'Campaigns',
  body: createCampaignInputSchema,
  data: campaignSchema,
  successStatus: 201,
  idempotent: true,
  errors: [],
  examples: {
    body: example,
    data: returned,
  },
});

/** GET /api/v1/campaigns/{campaignId} */
export const getCampaign = defineEndpoint({
  operationId: 'getCampaign',
  method: 'GET',
  path: '/api/v1/campaigns/{campaignId}',
  summary: 'Get a campaign',
  description: 'Returns one campaign.',
  tag: 'Campaigns',
  params: z.object({ campaignId: requiredTextSchema.describe('Campaign code.').meta({ example: 'ACMRU' }) }),
  data: campaignSchema,
  successStatus: 200,
  errors: ['NOT_FOUND'],
  examples: { data: returned },
});
