/** What entries of the ledger in one currency come to, as answers show it. */
import { z } from 'zod';

const part = (what: string) =>
  z
    .object({
      entries: z.int().describe('How many.'),
      amount: z.number().describe('Their sum, in units of the currency.'),
    })
    .describe(what);

/** The sums that a statement has too. */
export const owedShape = {
  currency: z.string().describe('ISO 4217 code.').meta({ example: 'USD' }),
  sales: part('Leads that were placed.'),
  returns: part('Sales that were taken back.'),
  adjustments: part('Corrections by people.'),
  milestones: part('Milestones that earned.'),
  unpriced: z.int().describe('How many of the sales have no price, and therefore count as 0.'),
};

/** The sums of any entries. */
export const ledgerTotalSchema = z
  .object({
    ...owedShape,
    costs: part('What suppliers are paid, less what they gave back.'),
    revenue: z.number().describe('Sales, returns, adjustments and milestones.'),
  })
  .meta({ id: 'AdminLedgerTotal' });
export type ShownLedgerTotal = z.infer<typeof ledgerTotalSchema>;
