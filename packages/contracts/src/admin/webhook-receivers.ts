/** Receivers of webhooks that fail or were switched off, in the admin API. */
import { z } from 'zod';
import { instantSchema } from './admin-fields.js';
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

export const adminListWebhookReceivers = defineAdminEndpoint({
  method: 'GET',
  scope: 'tenant',
  path: '/webhook-receivers',
  role: 'view',
  summary: 'List failing webhook receivers',
  description:
    'Lists the webhook receivers whose calls all fail, and those that were switched off because they answered 410 or failed for days. Working receivers are not listed.',
  data: z.object({ receivers: z.array(receiverSchema).describe('Switched-off receivers first.') }),
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

export const adminSwitchOnWebhookReceiver = defineAdminEndpoint({
  method: 'POST',
  scope: 'tenant',
  path: '/webhook-receivers/{receiver}/on',
  role: 'operate',
  summary: 'Switch a webhook receiver on',
  did: 'switched the webhook receiver {receiver} on',
  description:
    'Switches a receiver on again, everywhere within two seconds. It receives new events; events it missed are not sent.',
  params: z.object({
    receiver: z.string().min(1).max(100).describe('As listed.').meta({ example: 'q7Hc0' }),
  }),
  data: z.object({ on: z.literal(true).describe('It is on.') }),
  errors: ['INVALID_STATE'],
  examples: { data: { on: true } },
});
