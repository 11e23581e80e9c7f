/** Agents that exchange messages with leads; a campaign refers to them by id (§2.1.8). Defined in the tenant file. */
import { z } from 'zod';
import { textSchema } from '../formats/bounds.js';
import { chosenIdSchema } from '../formats/primitives.js';

/** An agent, and the number it sends from. */
export const smsAgentSchema = z.object({
  agentId: chosenIdSchema.describe('Its id, which campaigns name.'),
  name: textSchema.optional().describe('Shown to people.'),
  phoneNumberId: chosenIdSchema.optional().describe('The phone number that it sends from.'),
});
export type SmsAgent = z.infer<typeof smsAgentSchema>;
