/** What the client of a campaign pays for a lead that is placed with it. */
import { z } from 'zod';
import { conditionGroupSchema } from '../../conditions/conditions.js';
import { evenWithProblems, isObject, itemsOf } from '../../reading/even-with-problems.js';
import { mostAmount, tooFine } from '../../formats/money.js';
import { currencySchema } from '../../formats/primitives.js';
import { spelled } from '../../formats/spelled-enum.js';

const amountSchema = z.number().min(0).max(mostAmount);

/** A price for the leads that match a group of conditions. */
const priceRuleSchema = z.object({
  when: conditionGroupSchema.describe('The leads that have this price.'),
  amount: amountSchema.describe('What they earn, in units of the currency.').meta({ example: 55 }),
});

/**
 * The price of a campaign's leads: the first rule that matches, else `amount`, unless the buyer's answer states another.
 * Amounts have at most the decimals of the currency.
 */
export const priceSchema = z
  .object({
    currency: currencySchema.describe('ISO 4217 code.').meta({ example: 'USD' }),
    amount: amountSchema
      .optional()
      .describe('What a lead earns that no rule matches, in units of the currency.')
      .meta({ example: 40 }),
    rules: z
      .array(priceRuleSchema)
      .max(100)
      .optional()
      .describe('Prices by conditions; the first that matches counts.'),
    fromAnswer: spelled(['prefer', 'ignore'])
      .default('prefer')
      .describe("Whether a price in the buyer's answer counts instead: `prefer` (default) or `ignore`."),
  })
  .superRefine(refuseFinerThanCurrency, evenWithProblems)
  .meta({ id: 'Price' });
export type Price = z.infer<typeof priceSchema>;

function refuseFinerThanCurrency(
  {
    currency,
    amount,
    rules,
  }: { readonly currency?: unknown; readonly amount?: unknown; readonly rules?: unknown },
  ctx: z.RefinementCtx,
): void {
  const check = (of: unknown, ...path: (string | number)[]) => {
    const message = tooFine(of, currency);
    if (message !== undefined) ctx.addIssue({ code: 'custom', path, message });
  };
  check(amount, 'amount');
  itemsOf(rules).forEach((rule, n) =>
    check(isObject(rule) ? rule['amount'] : undefined, 'rules', n, 'amount'),
  );
}
