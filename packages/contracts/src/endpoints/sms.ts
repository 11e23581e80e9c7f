/** SMS (§4.3). */
import { z } from 'zod';
import { timestampSchema } from '../formats/primitives.js';
import { sendSmsInputSchema, smsStatusSchema } from '../resources/sms.js';
import { defineEndpoint } from './define-endpoint.js';
import { interactionId, leadId } from './example-values.js';

/** POST /api/v1/sms/send */
export const sendSms = defineEndpoint({
  operationId: 'sendSms',
  method: 'POST',
  path: '/api/v1/sms/send',
  summary: 'Send an SMS message to a lead',
  description:
    "Accepts a message and sends it in the background. The recipient defaults to the lead's phone; the sender to the campaign's number, then its SMS agent's, then the first number that can send. Refused when the recipient opted out. With `settings.quietHours` of the tenant, a message waits until it is between 08:00 and 21:00 where the lead is.",
  tag: 'SMS',
  body: sendSmsInputSchema,
  data: z.object({
    messageId: z
      .string()
      .describe('Identifies the message.')
      .meta({ example: 'msg_01KF3V5N8Q2W7Y4B6C9D1E0G2M' }),
    status: smsStatusSchema.describe('The status of the message: queued.'),
    interactionId: z
      .string()
      .describe('The conversation it was appended to.')
      .meta({ example: interactionId }),
    sendAt: timestampSchema
      .optional()
      .describe('When it is sent, if it waits for the end of the quiet hours where the lead is.'),
  }),
  successStatus: 202,
  idempotent: true,
  createsWork: true,
  errors: ['NOT_FOUND', 'INVALID_STATE'],
  examples: {
    body: { leadId, message: 'Hello Ada, when may we call you?' },
    data: { messageId: 'msg_01KF3V5N8Q2W7Y4B6C9D1E0G2M', status: 'queued', interactionId },
  },
});
