/** Receivers of webhooks in the admin API: how each does, and what it was sent last. */
import { z } from 'zod';
import { instantSchema, pageEndShape, pageQueryShape } from './admin-fields.js';
import { inTenant } from './admin-scopes.js';
import { defineAdminEndpoint } from './define-admin-endpoint.js';

const sentEventSchema = z
  .object({
    at: instantSchema.describe('When it was sent.'),
    event: z.string().describe('The event.'),
    leadId: z.string().describe('The lead that it is about.'),
    outcome: z.enum(['done', 'retry', 'failed']).describe('`retry`: it is sent again; `failed`: it is not.'),
    status: z.int().optional().describe('The status of the answer; absent if there was none.'),
  })
  .meta({ id: 'AdminSentEvent' });

const receiverSchema = z
  .object({
    receiver: z.string().describe("The receiver's identifier in paths."),
    url: z
      .string()
      .describe("Its address, without the query; of a supplier's tracker `postbacks to` and the supplier."),
    state: z
      .enum(['off', 'failing', 'works'])
      .describe('`off`: it receives nothing until it is switched on. `works`: not every call fails.'),
    since: instantSchema
      .optional()
      .describe('When it was switched off, or when its calls began to fail; absent if it works.'),
    because: z.string().optional().describe('Why it was switched off.'),
    events: z.array(sentEventSchema).describe('The latest ten calls, newest first.'),
  })
  .meta({ id: 'AdminWebhookReceiver' });

export const adminListWebhookReceivers = defineAdminEndpoint({
  ...inTenant.view,
  method: 'GET',
  path: '/webhook-receivers',
  summary: 'List webhook receivers',
  description:
    'Lists the webhook receivers of the tenant and its campaigns, and the trackers of its suppliers, with their latest calls: those that were switched off because they answered 410 or failed for days, then those whose calls all fail, then those that work. One that is no longer configured is listed while it is off or fails.',
  query: z.object({
    ...pageQueryShape,
    cursor: z
      .string()
      .regex(/^\d{1,6}$/, 'must be the nextCursor of the previous page')
      .optional()
      .describe('`nextCursor` of the previous page.'),
  }),
  data: z.object({
    receivers: z.array(receiverSchema).describe('Switched-off receivers first.'),
    ...pageEndShape,
  }),
  examples: {
    data: {
      receivers: [
        {
          receiver: 'q7Hc0',
          url: 'https://crm.example/hooks',
          state: 'off' as const,
          since: '2026-01-15T17:20:31.042Z',
          because: 'it answered 410 Gone',
          events: [
            {
              at: '2026-01-15T17:20:31.042Z',
              event: 'lead.delivered',
              leadId: 'lead_01KF3V5N8Q2W7Y4B6C9D1E0G2H',
              outcome: 'failed' as const,
              status: 410,
            },
          ],
        },
      ],
      nextCursor: null,
      hasMore: false,
    },
  },
});

export const adminSwitchOnWebhookReceiver = defineAdminEndpoint({
  ...inTenant.operate,
  method: 'POST',
  path: '/webhook-receivers/{receiver}/on',
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
