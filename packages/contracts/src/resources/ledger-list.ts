/** The ledger as the interface shows it: its entries, the query of its list, and a person's adjustment. */
import { z } from 'zod';
import { ledgerTypes } from '../words.js';
import { requiredTextSchema } from '../formats/bounds.js';
import { evenWithProblems } from '../reading/even-with-problems.js';
import { subIdsSchema } from './lead-list.js';
import { clampedNumber, dayOrInstant, exactId, knownWord } from '../reading/list-query.js';
import { mostAmount, tooFine } from '../formats/money.js';
import { currencySchema, timestampSchema } from '../formats/primitives.js';

const ledgerTypeSchema = z.enum(ledgerTypes);

/** An entry of the ledger, with its amount as a decimal number. */
export const ledgerEntrySchema = z
  .object({
    entryId: z.string().describe('Identifies the entry.').meta({ example: 'adj_01KF3V5N8Q2W7Y4B6C9D1E0G2L' }),
    type: ledgerTypeSchema.describe(
      'sale, milestone, cost, cost_reversal, return, or adjustment (a correction by a person).',
    ),
    amount: z.number().describe('The amount, in units of the currency.').meta({ example: -12.5 }),
    currency: z.string().describe('ISO 4217 code.').meta({ example: 'USD' }),
    leadId: z.string().describe('The lead.').meta({ example: 'lead_01KF3V5N8Q2W7Y4B6C9D1E0G2H' }),
    submissionId: z.string().describe('The submission.').meta({ example: 'sub_01KF3V5N8Q2W7Y4B6C9D1E0G2J' }),
    campaignId: z
      .string()
      .describe('The campaign that the lead was submitted to.')
      .meta({ example: 'ACMRU' }),
    placedCampaignId: z
      .string()
      .optional()
      .describe('The campaign that the lead was placed with; absent if it was not.'),
    clientId: z
      .string()
      .optional()
      .describe('The client of the campaign that placed it, else of the former.'),
    offerId: z.string().optional().describe('The offer of that campaign.'),
    supplierId: z.string().optional().describe('The supplier that sent the lead.'),
    sentTo: z.string().optional().describe('The campaign that the supplier sent it to.'),
    subIds: subIdsSchema.optional(),
    occurredAt: timestampSchema.describe('When it happened.'),
    receivedAt: timestampSchema.describe('When the lead came in.'),
    unpriced: z
      .literal(true)
      .optional()
      .describe('Present on a sale without any price, whose amount is therefore 0.'),
    note: z.string().optional().describe('Why a person booked it.'),
    by: z.string().optional().describe('Who booked it: the first characters of an API key.'),
  })
  .meta({ id: 'LedgerEntry' });
export type ShownLedgerEntry = z.infer<typeof ledgerEntrySchema>;

/** The query of the ledger; an invalid filter value matches nothing. */
export const listLedgerQuerySchema = z.object({
  from: dayOrInstant.describe(
    "Entries of this day or later, by the tenant's time zone, or from this ISO 8601 instant on.",
  ),
  to: dayOrInstant.describe('Entries until the end of this day, or until this instant; both are included.'),
  type: knownWord(ledgerTypeSchema).describe('The type of the entries; an unknown one matches nothing.'),
  leadId: exactId.describe('The lead.'),
  campaignId: exactId.describe('The campaign that the lead was submitted to.'),
  clientId: exactId.describe('The client of the campaign that placed the lead.'),
  supplierId: exactId.describe('Who sent the lead.'),
  cursor: exactId.describe(
    'The entryId of the last item of the previous page; an unknown entryId gives an empty page.',
  ),
  limit: clampedNumber({ minimum: 1, maximum: 100, fallback: 50 }).describe(
    'Items per page, 1 to 100; default 50.',
  ),
});
export type ListLedgerQuery = z.infer<typeof listLedgerQuerySchema>;

/** The body that books an adjustment. */
export const adjustmentInputSchema = z
  .object({
    leadId: requiredTextSchema.describe('The lead.').meta({ example: 'lead_01KF3V5N8Q2W7Y4B6C9D1E0G2H' }),
    amount: z
      .number()
      .min(-mostAmount)
      .max(mostAmount)
      .refine((amount) => amount !== 0, 'must not be 0')
      .describe('What is added, or with a minus sign taken away, in units of the currency.')
      .meta({ example: -12.5 }),
    currency: currencySchema.describe('ISO 4217 code.').meta({ example: 'USD' }),
    note: requiredTextSchema.describe('Why.').meta({ example: 'agreed with the buyer' }),
  })
  .superRefine(({ amount, currency }: { readonly amount?: unknown; readonly currency?: unknown }, ctx) => {
    const message = tooFine(amount, currency);
    if (message !== undefined) ctx.addIssue({ code: 'custom', path: ['amount'], message });
  }, evenWithProblems)
  .meta({ id: 'Adjustment' });
export type AdjustmentInput = z.infer<typeof adjustmentInputSchema>;
