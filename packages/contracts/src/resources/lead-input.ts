/** The bodies that create leads: submit and direct create (§4.2). */
import { z } from 'zod';
import { noteSchema, looseMapSchema, maxEntries, requiredTextSchema, textSchema } from './bounds.js';
import { evenWithProblems } from './even-with-problems.js';
import { contactShape, optionalLeadShape } from './lead-fields.js';

const campaignId = requiredTextSchema.describe('Campaign code.').meta({ example: 'ACMRU' });
const contactFields = ['firstName', 'lastName', 'email', 'phone'] as const;

/**
 * The body of submit. Without `leadId` the lead is new and the contact fields are required; with it, that lead's data
 * is used, and the fields sent replace it.
 */
export const submitLeadInputSchema = z
  .object({
    campaignId,
    leadId: requiredTextSchema.optional().describe('Submits an existing lead again.'),
    firstName: contactShape.firstName.optional(),
    lastName: contactShape.lastName.optional(),
    email: contactShape.email.optional(),
    phone: contactShape.phone.optional(),
    ...optionalLeadShape,
    notes: noteSchema.optional().describe('For people.'),
    customFields: looseMapSchema.optional().describe('Values of your own, by key.'),
  })
  .superRefine((body, ctx) => {
    if (body.leadId !== undefined) return;
    for (const field of contactFields) {
      if (body[field] === undefined) {
        ctx.addIssue({ code: 'custom', path: [field], message: 'is required for a new lead' });
      }
    }
  }, evenWithProblems)
  .meta({ id: 'SubmitLead' });
export type SubmitLeadInput = z.infer<typeof submitLeadInputSchema>;

/** The body that creates a lead directly, without qualification or delivery. */
export const createLeadInputSchema = z
  .object({
    campaignId,
    ...contactShape,
    ...optionalLeadShape,
    timezoneSource: textSchema.optional().describe('Where the time zone was taken from.'),
    flags: looseMapSchema.optional().describe('Flags, by key.'),
    notes: z
      .array(z.union([noteSchema, looseMapSchema], 'must be text or an object'))
      .max(maxEntries)
      .optional()
      .describe('For people.'),
  })
  .meta({ id: 'CreateLead' });
export type CreateLeadInput = z.infer<typeof createLeadInputSchema>;
