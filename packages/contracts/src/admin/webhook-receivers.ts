/** Receivers of webhooks that fail or were switched off, in the admin API. */
import { z } from 'zod';
import { instantSchema, tenantParams } from './admin-fields.js';
import { defineAdminEndpoint } from './define-admin-endpoint.js';

const receiverSchema = z
  .object({
    receiver: z.string().describe("The receiver's identifier in paths."),
    url: z.string().describe('Its address, without the query.'),
    state: z.enum(['off', 'failing']).describe('`off`: it receives nothing until it is switched on.'),
    since: instantSchema.describe('When it was switched off, or when its calls began to fail.'),
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
  scope: 'tenant',
  tag,
  summary: 'List failing webhook receivers',
  description:
    'Lists the webhook receivers whose calls all fail, and those that were switched off because they answered 410 or failed for days. Working receivers are not listed.',
  params: tenantParams,
  data: z.object({ receivers: z.array(receiverSchema).describe('Switched-off receivers first.') }),
  errors: [],
  examples: {
    data: {
      receivers: [
        {
          receiver: 'q7Hc0',
          url: 'https://crm.example/hooks',
          state: 'off' as const,
          since: '2026-01-15T17:20:31.042Z',
          because: 'it answered 410 Gone',
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
  scope: 'tenant',
  tag,
  summary: 'Switch a webhook receiver on',
  description:
    'Switches a receiver on again, everywhere within two seconds. It receives new events; events it missed are not sent.',
  params: tenantParams.extend({
    receiver: z.string().min(1).max(100).describe('As listed.').meta({ example: 'q7Hc0' }),
  }),
  data: z.object({ on: z.literal(true).describe('It is on.') }),
  errors: ['INVALID_STATE'],
  examples: { data: { on: true } },
});

/** The endpoints of this file. */
export const webhookReceiverEndpoints = [adminListWebhookReceivers, adminSwitchOnWebhookReceiver] as const;
