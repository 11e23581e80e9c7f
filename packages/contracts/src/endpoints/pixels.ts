/** Pixels (§4.4). */
import { z } from 'zod';
import { firePixelInputSchema, pixelPlatformSchema } from '../resources/pixel.js';
import { defineEndpoint } from './define-endpoint.js';
import { leadId } from './example-values.js';

/** POST /api/v1/pixels/fire */
export const firePixel = defineEndpoint({
  operationId: 'firePixel',
  method: 'POST',
  path: '/api/v1/pixels/fire',
  summary: 'Send a conversion event for a lead',
  description:
    "Sends an event to an ad platform's conversion API with the lead's hashed contact data and click ids. Waits up to 5 seconds for the platform; later than that it answers 202 with `status: queued`. A test lead's event is sent only with `testEventCode`.",
  tag: 'Pixels',
  body: firePixelInputSchema,
  data: z.object({
    success: z.boolean().describe('What the platform said; true while it has not been asked yet.'),
    platform: pixelPlatformSchema.describe('The ad platform.'),
    eventName: z.string().describe("The event's name."),
    pixelId: z.string().describe("The ad platform's pixel ID."),
    leadId: z.string().describe('The lead.'),
    status: z
      .enum(['sent', 'failed', 'queued', 'skipped'])
      .optional()
      .describe('`queued`: the platform has not been asked yet; `skipped`: nothing is sent for a test lead.'),
  }),
  successStatus: 200,
  alsoStatus: 202,
  idempotent: true,
  createsWork: true,
  errors: ['NOT_FOUND'],
  examples: {
    body: { leadId, pixelId: '1234567890', platform: 'facebook', eventName: 'Lead', actionSource: 'website' },
    data: {
      success: true,
      platform: 'facebook',
      eventName: 'Lead',
      pixelId: '1234567890',
      leadId,
      status: 'sent',
    },
  },
});
