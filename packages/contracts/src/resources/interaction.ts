/** Interactions of a lead (§2.6): calls, SMS conversations and email threads, as stored and returned. */
import { z } from 'zod';
import { timestampSchema } from './primitives.js';
import { smsMediaSchema } from './sms.js';

/** The kind of interaction. */
export const interactionTypeSchema = z.enum(['call', 'sms', 'email']);
export type InteractionType = z.infer<typeof interactionTypeSchema>;

/** The status of an interaction. A conversation stays in progress until it is closed. */
export const interactionStatusSchema = z.enum(['in_progress', 'completed', 'failed']);
export type InteractionStatus = z.infer<typeof interactionStatusSchema>;

/** Which side started: the lead (`inbound`) or Sluice (`outbound`). */
export const directionSchema = z.enum(['inbound', 'outbound']);
export type Direction = z.infer<typeof directionSchema>;

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
