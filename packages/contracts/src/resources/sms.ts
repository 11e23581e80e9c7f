/** SMS messages (§4.3): the body that sends one, and a message as stored. */
import { z } from 'zod';
import { requiredText, requiredTextSchema, textSchema } from '../formats/bounds.js';
import { e164Schema, timestampSchema } from '../formats/primitives.js';
import { spelled } from '../formats/spelled-enum.js';

/** The messaging vendors; `console` writes to the log and is the default. */
export const smsProviderSchema = spelled(['twilio', 'telnyx', 'console']);
export type SmsProvider = z.infer<typeof smsProviderSchema>;

/** The status of a message: `queued → sent → delivered | undelivered | failed`. */
export const smsStatusSchema = z.enum(['queued', 'sent', 'delivered', 'undelivered', 'failed', 'received']);
export type SmsStatus = z.infer<typeof smsStatusSchema>;

/** The body that sends a message to a lead. */
export const sendSmsInputSchema = z
  .object({
    leadId: requiredTextSchema
      .describe('The lead to write to.')
      .meta({ example: 'lead_01KF3V5N8Q2W7Y4B6C9D1E0G2H' }),
    message: requiredText(1600).describe('The text, 1 to 1600 characters.').meta({ example: 'Hello Ada' }),
    to: e164Schema
      .optional()
      .describe("Recipient in E.164; default the lead's phone.")
      .meta({ example: '+14155550132' }),
    from: requiredTextSchema
      .optional()
      .describe('Sender; default resolved from campaign, agent and numbers.'),
    campaignId: requiredTextSchema.optional().describe("Resolves the sender; default the lead's campaign."),
    interactionId: requiredTextSchema.optional().describe('The conversation to append to.'),
  })
  .meta({ id: 'SendSms' });
export type SendSmsInput = z.infer<typeof sendSmsInputSchema>;

/** What a message says about further messages: none of them any more, or again; or it asks for help. */
export type OptOutIntent = 'stop' | 'start' | 'help';

/** A picture, recording or other file of a message, as far as its vendor describes it. It is never fetched. */
export const smsMediaSchema = z.object({
  url: z.string().optional().describe('Where the vendor keeps it.'),
  contentType: z.string().optional().describe('Its type.').meta({ example: 'image/jpeg' }),
});
export type SmsMedia = z.infer<typeof smsMediaSchema>;

/** A message as stored. */
export const smsMessageSchema = z.object({
  messageId: z.string(),
  leadId: z.string(),
  interactionId: z.string(),
  campaignId: textSchema.optional(),
  direction: z.enum(['outbound', 'inbound']),
  provider: smsProviderSchema,
  providerMessageId: textSchema.optional(),
  to: z.string(),
  from: textSchema.optional(),
  message: z.string(),
  media: z.array(smsMediaSchema).optional(),
  status: smsStatusSchema,
  errorCode: textSchema.optional(),
  errorMessage: textSchema.optional(),
  createdAt: timestampSchema,
  updatedAt: timestampSchema,
});
export type SmsMessage = z.infer<typeof smsMessageSchema>;
