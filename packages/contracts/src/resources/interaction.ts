/** Interactions of a lead (§2.6): calls, SMS conversations and email threads, as stored and returned. */
import { z } from 'zod';
import { plainPhone } from '../text/phone-text.js';
import { longTextSchema, requiredText, requiredTextSchema, textSchema } from '../formats/bounds.js';
import {
  httpUrlSchema,
  sentTimestampSchema,
  timestampSchema,
  wholeNumberSchema,
} from '../formats/primitives.js';
import { smsMediaSchema } from './sms.js';

/** The kind of interaction. */
export const interactionTypeSchema = z.enum(['call', 'sms', 'email']);

/** The status of an interaction. A conversation stays in progress until it is closed. */
export const interactionStatusSchema = z.enum(['in_progress', 'completed', 'no_answer', 'failed']);
export type InteractionStatus = z.infer<typeof interactionStatusSchema>;

/** Which side started: the lead (`inbound`) or Sluice (`outbound`). */
export const directionSchema = z.enum(['inbound', 'outbound']);

/** One message of a transcript. */
export const transcriptEntrySchema = z.object({
  timestamp: timestampSchema.describe('When it was said.'),
  role: z.enum(['agent', 'lead', 'system']).describe('Who said it.'),
  message: z.string().describe('What was said.'),
  source: z
    .enum(['manual', 'ai', 'inbound', 'system'])
    .describe('How it came about: written by a person, by an AI agent, received, or noted by the service.'),
  media: z.array(smsMediaSchema).optional().describe('What was attached to a message.'),
});
export type TranscriptEntry = z.infer<typeof transcriptEntrySchema>;

/** An interaction as stored and returned. */
export const interactionSchema = z
  .object({
    interactionId: z
      .string()
      .describe('Identifies the interaction.')
      .meta({ example: 'int_01KF3V5N8Q2W7Y4B6C9D1E0G2H' }),
    externalId: z.string().optional().describe('The identifier in the system that recorded it.'),
    leadId: z.string().describe('The lead.'),
    campaignId: z.string().optional().describe('The campaign it was about.'),
    clientId: z.string().optional().describe('The client of the campaign.'),
    offerId: z.string().optional().describe('The offer of the campaign.'),
    type: interactionTypeSchema.describe('What kind of exchange it is.'),
    status: interactionStatusSchema.describe('Its status.'),
    phone: z.string().optional().describe("The lead's number."),
    telephony: z
      .object({
        provider: z.string().optional().describe('The vendor.').meta({ example: 'twilio' }),
        messageId: z.string().optional().describe('The latest message.'),
        phoneNumber: z.string().optional().describe('Our number.'),
      })
      .optional()
      .describe('How it was carried.'),
    call: z
      .object({
        source: z.string().optional().describe('How the call was made.').meta({ example: 'webrtc' }),
        direction: directionSchema.optional().describe('Who called.'),
        duration: z.int().min(0).optional().describe('Length in seconds.'),
        recordingUrl: z.string().optional().describe('Where the recording is.'),
        terminationReason: z.string().optional().describe('Why it ended.'),
        voiceAI: z
          .object({
            provider: z.string().optional().describe('The vendor.'),
            agentId: z.string().optional().describe('The agent.'),
            conversationId: z.string().optional().describe("The vendor's identifier of the conversation."),
          })
          .optional()
          .describe('The voice agent, when one spoke.'),
        spokenTo: z.boolean().optional().describe('Whether the lead was spoken to.'),
      })
      .optional()
      .describe('Details of a call.'),
    sms: z
      .object({
        agentMode: z.boolean().optional().describe('Whether an AI agent answers.'),
        direction: directionSchema.optional().describe('Who wrote first.'),
      })
      .optional()
      .describe('Details of an SMS conversation.'),
    summary: z.string().optional().describe('What it was about.'),
    transcript: z.array(transcriptEntrySchema).optional().describe('What was said, oldest first.'),
    errorCode: z.string().optional().describe('What went wrong, as a code.'),
    errorMessage: z.string().optional().describe('What went wrong, in words.'),
    createdAt: timestampSchema.describe('When it began.'),
    updatedAt: timestampSchema.describe('When it was last added to.'),
  })
  .meta({ id: 'Interaction' });
export type Interaction = z.infer<typeof interactionSchema>;

const shortText = (description: string) => textSchema.optional().describe(description);

const recordedEntrySchema = z.object({
  timestamp: sentTimestampSchema.describe('When it was said or written, ISO 8601.'),
  role: transcriptEntrySchema.shape.role.describe('Who said it.'),
  message: requiredText(20_000).describe('What was said.').meta({ example: 'Good morning.' }),
  source: transcriptEntrySchema.shape.source.optional().describe('How it came about; manual by default.'),
});

/**
 * The body that records a call or an email thread, or updates the one recorded under the same `externalId`. Status has
 * no default here: if omitted, an existing interaction keeps its own, and a new one is `completed`.
 */
export const recordInteractionInputSchema = z
  .object({
    leadId: requiredTextSchema
      .describe('The lead that it is about.')
      .meta({ example: 'lead_01KF3V5N8Q2W7Y4B6C9D1E0G2H' }),
    externalId: requiredTextSchema
      .optional()
      .describe(
        'The identifier in your system, unique in the tenant: a repeat updates what the first one recorded, replacing the fields that it gives.',
      )
      .meta({ example: 'dialer-9814' }),
    campaignId: requiredTextSchema
      .optional()
      .describe("The campaign that it was about; the lead's by default. Client and offer follow from it."),
    type: z.enum(['call', 'email']).describe('What kind of exchange it is.'),
    status: interactionStatusSchema.optional().describe('Its status; completed at first.'),
    phone: z
      .string()
      .max(64)
      .overwrite(plainPhone)
      .optional()
      .describe("The lead's number.")
      .meta({ example: '+14155550132' }),
    telephony: z
      .object({
        provider: shortText('The vendor.'),
        messageId: shortText('The latest message.'),
        phoneNumber: shortText('Our number.'),
      })
      .optional()
      .describe('How it was carried.'),
    call: z
      .object({
        source: shortText('How the call was made.'),
        direction: directionSchema.optional().describe('Who called.'),
        duration: wholeNumberSchema
          .min(0)
          .max(86_400)
          .optional()
          .describe('Length in seconds.')
          .meta({ example: 61 }),
        recordingUrl: httpUrlSchema.optional().describe('Where the recording is; it is never fetched.'),
        terminationReason: shortText('Why it ended.'),
        voiceAI: z
          .object({
            provider: shortText('The vendor.'),
            agentId: shortText('The agent.'),
            conversationId: shortText("The vendor's identifier of the conversation."),
          })
          .optional()
          .describe('The voice agent, when one spoke.'),
        spokenTo: z.boolean().optional().describe('Whether the lead was spoken to.'),
      })
      .optional()
      .describe('Details of a call.'),
    summary: longTextSchema.optional().describe('What it was about.'),
    transcript: z
      .array(recordedEntrySchema)
      .max(1_000)
      .optional()
      .describe('What was said or written, oldest first. A repeat replaces it whole.'),
    errorCode: shortText('What went wrong, as a code.'),
    errorMessage: longTextSchema.optional().describe('What went wrong, in words.'),
  })
  .meta({ id: 'RecordInteraction' });
