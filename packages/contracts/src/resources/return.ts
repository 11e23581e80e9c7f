/** Returns as the interface shows them: the request, the decision, the list. */
import { z } from 'zod';
import { returnStatuses } from '../words.js';
import { longTextSchema, requiredTextSchema } from '../formats/bounds.js';
import { evenWithProblems } from '../reading/even-with-problems.js';
import { clampedNumber, dayOrInstant, exactId, wordList } from '../reading/list-query.js';
import { timestampSchema } from '../formats/primitives.js';
import { spelled } from '../formats/spelled-enum.js';

const returnStatusSchema = z.enum(returnStatuses);

/** A return. */
export const returnSchema = z
  .object({
    returnId: z
      .string()
      .describe('Identifies the return.')
      .meta({ example: 'ret_01KF3V5N8Q2W7Y4B6C9D1E0G2M' }),
    status: returnStatusSchema.describe('requested, approved, denied or withdrawn.'),
    leadId: z.string().describe('The lead.').meta({ example: 'lead_01KF3V5N8Q2W7Y4B6C9D1E0G2H' }),
    placedCampaignId: z
      .string()
      .describe('The campaign that the lead was placed with.')
      .meta({ example: 'ACMRU' }),
    clientId: z.string().describe('The client of that campaign.').meta({ example: 'cli_acme' }),
    amount: z
      .number()
      .describe('What the lead was sold for, in units of the currency.')
      .meta({ example: 42.5 }),
    currency: z.string().describe('ISO 4217 code.').meta({ example: 'USD' }),
    requestedAt: timestampSchema.describe('When it was requested.'),
    reason: z
      .string()
      .optional()
      .describe('Why; absent if a person set the status of the lead.')
      .meta({ example: 'wrong_number' }),
    note: z.string().optional().describe('What the request says beyond that.'),
    decidedAt: timestampSchema.optional().describe('When it was approved, denied or withdrawn.'),
    decisionNote: z.string().optional().describe('Why it was decided so.'),
  })
  .meta({ id: 'Return' });
export type ShownReturn = z.infer<typeof returnSchema>;

/** The body that requests a return: the lead or the buyer's reference to it, and why. */
export const returnInputSchema = z
  .object({
    leadId: requiredTextSchema
      .optional()
      .describe('The lead; its last sale is returned.')
      .meta({ example: 'lead_01KF3V5N8Q2W7Y4B6C9D1E0G2H' }),
    reference: requiredTextSchema
      .optional()
      .describe("Instead of `leadId`: the buyer's own identifier of the lead."),
    clientId: requiredTextSchema
      .optional()
      .describe('The client that the lead was sold to; its last sale to this client is returned.'),
    reason: requiredTextSchema
      .describe("Why; one of the campaign's reasons, if it has any.")
      .meta({ example: 'wrong_number' }),
    note: longTextSchema.optional().describe('Anything beyond the reason.'),
  })
  .superRefine(({ leadId, reference }: { readonly leadId?: unknown; readonly reference?: unknown }, ctx) => {
    if ((leadId === undefined) !== (reference === undefined)) return;
    const message = leadId === undefined ? 'or reference is required' : 'must not stand beside reference';
    ctx.addIssue({ code: 'custom', path: ['leadId'], message });
  }, evenWithProblems)
  .meta({ id: 'RequestReturn' });

/** The body of a decision about a return. */
export const returnDecisionInputSchema = z
  .object({ note: longTextSchema.optional().describe('Why.') })
  .meta({ id: 'DecideReturn' });

/** The query of the list of returns; an invalid filter value matches nothing. */
export const listReturnsQuerySchema = z.object({
  status: wordList(spelled(returnStatuses)).describe(
    'The status of the returns, or several separated by commas, in any case; an unknown one matches nothing.',
  ),
  clientId: exactId.describe('The client that the lead was sold to.'),
  campaignId: exactId.describe('The campaign that the lead was placed with.'),
  from: dayOrInstant.describe(
    "Returns that were requested on this day or later, by the tenant's time zone, or from this ISO 8601 instant on.",
  ),
  to: dayOrInstant.describe(
    'Returns that were requested until the end of this day, or until this instant; both are included.',
  ),
  cursor: exactId.describe(
    'The returnId of the last item of the previous page; an unknown returnId gives an empty page.',
  ),
  limit: clampedNumber({ minimum: 1, maximum: 100, fallback: 50 }).describe(
    'Items per page, 1 to 100; default 50.',
  ),
});
export type ListReturnsQuery = z.infer<typeof listReturnsQuerySchema>;
