/** Receivers of webhooks that fail or were switched off, as the admin API has them. */
import { z } from 'zod';
import { instantSchema, tenantParams } from './common.js';
import { defineAdminEndpoint } from './define-admin-endpoint.js';

const receiverSchema = z
  .object({
    receiver: z.string().describe('What the receiver is called in paths.'),
    url: z.string().describe('Its address, without the query.'),
    state: z.enum(['off', 'failing']).describe('`off`: it gets nothing until it is switched on.'),
    since: instantSchema.describe('Since when it is off, or since when every call fails.'),
    because: z.string().optional().describe('Why it was switched off.'),
  })
  .meta({ id: 'AdminWebhookReceiver' });

const tag = 'Admin: webhooks';

/** GET /admin/v1/tenants/{tenantId}/webhook-receivers */
export const adminListWebhookReceivers = defineAdminEndpoint({
  operationId: 'adminListWebhookReceivers',
  method: 'GET',
  path: '/admin/v1/tenants/{tenantId}/webhook-receivers',
  role: 'view',
  tag,
  summary: 'List webhook receivers in trouble',
  description:
    'Lists the receivers of webhooks that only fail, and those that were switched off because they answered 410 or failed for days. One that works is not listed.',
  params: tenantParams,
  data: z.object({ receivers: z.array(receiverSchema).describe('Those that are off first.') }),
  errors: [],
  examples: {
    data: {
      receivers: [
        {
          ...{ receiver: 'q7Hc0', url: 'https://crm.example/hooks', state: 'off' as const },
          ...{ since: '2026-01-15T17:20:31.042Z', because: 'it answered 410: gone' },
        },
      ],
    },
  },
});

/** POST /admin/v1/tenants/{tenantId}/webhook-receivers/{receiver}/on */
export const adminSwitchOnWebhookReceiver = defineAdminEndpoint({
  operationId: 'adminSwitchOnWebhookReceiver',
  method: 'POST',
  path: '/admin/v1/tenants/{tenantId}/webhook-receivers/{receiver}/on',
  role: 'operate',
  tag,
  summary: 'Switch a webhook receiver on',
  description:
    'Switches a receiver on again, everywhere within two seconds. Events from then on are sent to it; those that it missed are not.',
  params: tenantParams.extend({
    receiver: z.string().min(1).max(100).describe('As listed.').meta({ example: 'q7Hc0' }),
  }),
  data: z.object({ on: z.literal(true).describe('It is on.') }),
  errors: ['INVALID_STATE'],
  examples: { data: { on: true } },
});

/** The endpoints of this file. */
export const webhookReceiverEndpoints = [adminListWebhookReceivers, adminSwitchOnWebhookReceiver] as const;
