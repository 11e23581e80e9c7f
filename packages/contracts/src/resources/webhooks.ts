/** Where events are sent, as configured for a campaign or a tenant (§2.1.1, §6.2). */
import { z } from 'zod';
import { headerValueSchema, mapOf, textSchema } from '../formats/bounds.js';
import { headersSchema } from '../formats/header-rules.js';
import { longestTimeoutSeconds } from './longest-timeouts.js';
import { outboundUrlSchema } from '../formats/outbound-url.js';
import { wholeNumberSchema } from '../formats/primitives.js';

/** Webhook settings as stored. If `enabled` is absent they are on; if `events` is absent every event is sent. */
export const webhooksSchema = z
  .object({
    url: textSchema.optional().describe('Where events are posted.'),
    events: mapOf(z.boolean())
      .optional()
      .describe(
        'Event name to wanted or not. Without a map every event is sent; with one, only those that are true.',
      )
      .meta({ example: { 'lead.delivered': true } }),
    headers: mapOf(headerValueSchema).optional().describe('Sent with every event.'),
    retryAttempts: wholeNumberSchema
      .min(0)
      .max(10)
      .optional()
      .describe('How often a failed post is tried again; default 5.'),
    timeoutSeconds: wholeNumberSchema
      .min(1)
      .max(longestTimeoutSeconds.webhook)
      .optional()
      .describe('How long to wait for an answer; default 15.'),
    enabled: z.boolean().optional().describe('False switches webhooks off; default true.'),
    inheritFromTenant: z.boolean().optional().describe("True uses the tenant's settings instead of these."),
  })
  .meta({ id: 'Webhooks' });
export type Webhooks = z.infer<typeof webhooksSchema>;

/** Webhook settings as input: a URL the service may call, and headers that do not frame the request. */
export const webhooksInputSchema = z.object({
  ...webhooksSchema.shape,
  url: outboundUrlSchema.optional().describe('Where events are posted.'),
  headers: headersSchema.optional().describe('Sent with every event.'),
});
