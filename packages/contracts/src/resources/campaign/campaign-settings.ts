/** A campaign's switches (§2.1.11) and agents (§2.1.8). */
import { z } from 'zod';
import { requiredTextSchema, textSchema } from '../../formats/bounds.js';
import { wholeNumberSchema } from '../../formats/primitives.js';
import { spelled } from '../../formats/spelled-enum.js';

/** Switches of a campaign. Deduplication is off unless enabled; automatic routing is on unless disabled. */
export const campaignSettingsSchema = z
  .object({
    aiQualificationEnabled: z
      .boolean()
      .optional()
      .describe("Asks a language model whether the lead meets the offer's eligibilityCriteria."),
    aiOnError: spelled(['pass', 'hold'])
      .optional()
      .describe(
        'What becomes of a lead if the language model does not answer: it goes on (default) or waits for a person.',
      ),
    autoRoutingEnabled: z.boolean().optional().describe('False leaves the routing rules out; default true.'),
    dedupeEnabled: z
      .boolean()
      .optional()
      .describe('Whether a lead seen before is a duplicate; default false.'),
    dedupeWindow: wholeNumberSchema
      .min(1)
      .max(365)
      .optional()
      .describe('For how many days a lead with the same phone or email counts as a duplicate; default 30.'),
    dedupeFields: z
      .array(requiredTextSchema.max(128))
      .max(20)
      .optional()
      .describe('Field keys of which one equal value makes a duplicate; default phone and email.'),
    dedupeMatch: spelled(['any', 'all'])
      .optional()
      .describe('Whether one equal field makes a duplicate, or only all of them together; default `any`.'),
    dedupeScope: spelled(['campaign', 'offer', 'tenant', 'client'])
      .optional()
      .describe(
        'Among which leads duplicates are looked for: those of this campaign (default), or of all campaigns of the same scope with its offer, or of the tenant; `client`: whenever a lead is offered to it, those that its client has.',
      ),
    sameRequestSeconds: wholeNumberSchema
      .min(0)
      .max(600)
      .optional()
      .describe(
        'For how many seconds an equal new lead of the same supplier, or else the same key, is answered as the first one and not accepted again; default 0.',
      ),
    integrationOverrides: z
      .object({
        voice: textSchema
          .optional()
          .describe('The voice vendor of this campaign: `retell`; any other counts as not configured.'),
        sms: textSchema
          .optional()
          .describe('The messaging vendor of this campaign.')
          .meta({ example: 'twilio' }),
        llm: textSchema
          .optional()
          .describe('The language model of this campaign: `llm`; any other counts as not configured.'),
      })
      .optional()
      .describe("Vendors used in place of the tenant's."),
  })
  .meta({ id: 'CampaignSettings' });
export type CampaignSettings = z.infer<typeof campaignSettingsSchema>;

const agentSchema = z.object({
  agentId: textSchema.optional().describe('Identifier of the agent.'),
  promptTemplateId: textSchema.optional().describe('Identifier of its prompt template.'),
  agentVariablesConfigId: textSchema.optional().describe('Identifier of its variables.'),
});

/** The agents that talk to a campaign's leads. */
export const campaignAgentsSchema = z
  .object({
    voice: agentSchema.optional().describe('Calls.'),
    voiceTest: agentSchema.optional().describe('Calls to test leads.'),
    sms: agentSchema
      .optional()
      .describe("Messages; the agent's number is the sender when the campaign has none."),
    smsTest: agentSchema.optional().describe('Messages to test leads.'),
  })
  .meta({ id: 'CampaignAgents' });
export type CampaignAgents = z.infer<typeof campaignAgentsSchema>;
