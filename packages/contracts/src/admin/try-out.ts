/** Trying a receiver with a real call marked as a test: an endpoint with a test lead, a webhook with a sample event. */
import { z } from 'zod';
import { inTenant } from './admin-scopes.js';
import { defineAdminEndpoint } from './define-admin-endpoint.js';
import { callSchema } from './lead-timeline.js';
import { sentenceSchema } from './sentence.js';

const triedSchema = z
  .object({
    what: sentenceSchema.describe('The result, and the rule that determined it.'),
    call: callSchema.describe('The request and the answer; credentials are masked.'),
  })
  .meta({ id: 'AdminTried' });

const example = {
  what: { text: 'The buyer would accept it.', tone: 'good' as const },
  call: { n: 1, at: '2026-01-15T17:20:31.042Z', durationMs: 31, outcome: 'accepted', status: 200 },
};

export const adminTestDelivery = defineAdminEndpoint({
  ...inTenant.operate,
  method: 'POST',
  path: '/campaigns/{campaignId}/test-delivery',
  summary: "Test a campaign's endpoint",
  did: 'tested the endpoint of {campaignId}',
  description:
    'Posts a made-up person once to the real endpoint of the campaign: the name is Test Lead, the ids begin with lead_TEST and sub_TEST. Only the audit records it. The response rules of the endpoint interpret the answer.',
  params: z.object({ campaignId: z.string().min(1).max(100).describe('The campaign code.') }),
  data: triedSchema,
  errors: ['INVALID_STATE'],
  examples: { data: example },
});

export const adminTestWebhook = defineAdminEndpoint({
  ...inTenant.operate,
  method: 'POST',
  path: '/campaigns/{campaignId}/test-webhook',
  summary: "Test a campaign's webhook",
  did: 'tested the webhook of {campaignId}',
  description:
    'Sends one sample lead.delivered event to the real webhook of the campaign, signed like any event; its data contains `test: true`.',
  params: z.object({ campaignId: z.string().min(1).max(100).describe('The campaign code.') }),
  data: triedSchema,
  errors: ['INVALID_STATE'],
  examples: {
    data: { ...example, what: { text: 'The receiver accepted the event: it answered 204.', tone: 'good' } },
  },
});
