/** Which buyers a campaign's leads are offered to, and in which order. */
import { z } from 'zod';
import { buyersNos, type BuyersNo } from '../../decisions/buyers-no.js';
import { requiredText, requiredTextSchema } from '../../formats/bounds.js';
import { evenWithProblemItems, evenWithProblems, isObject } from '../../reading/even-with-problems.js';
import { mostAmount, tooFine } from '../../formats/money.js';
import { currencySchema, wholeNumberSchema } from '../../formats/primitives.js';
import { spelled } from '../../formats/spelled-enum.js';

/** How the members of a group take turns. */
export const distributionMethods = ['priority', 'weighted', 'round_robin', 'highest_price'] as const;

/** The noes that lead to the next buyer where a campaign does not say. */
export const usualNextOn: readonly BuyersNo[] = ['refused', 'duplicate'];

const memberSchema = z.object({
  campaignId: requiredTextSchema.describe('The campaign of a buyer.').meta({ example: 'ACMRU' }),
  weight: wholeNumberSchema
    .min(1)
    .max(1_000)
    .default(1)
    .describe('Its share, for the method `weighted`; default 1.'),
});

/** Campaigns of buyers that are offered a lead one after another, in the order of the method. */
export const distributionGroupSchema = z
  .object({
    name: requiredText(50).describe('Shown in traces.').meta({ example: 'premium' }),
    method: spelled(distributionMethods)
      .default('priority')
      .describe(
        '`priority`: in the order written. `round_robin` and `weighted`: whoever has least for its weight today. `highest_price`: whoever pays most for this lead.',
      ),
    minimumPrice: z
      .number()
      .min(0)
      .max(mostAmount)
      .optional()
      .describe('A member that would earn less for a lead is passed over; in units of the currency.'),
    currency: currencySchema.default('USD').describe('The currency of `minimumPrice`, ISO 4217.'),
    members: z
      .array(memberSchema)
      .min(1)
      .max(20)
      .superRefine(refuseRepeated('campaignId'), evenWithProblemItems)
      .describe('The members.'),
  })
  .superRefine(({ minimumPrice, currency }, ctx) => {
    const message = tooFine(minimumPrice, currency);
    if (message !== undefined) ctx.addIssue({ code: 'custom', path: ['minimumPrice'], message });
  }, evenWithProblems)
  .meta({ id: 'DistributionGroup' });
export type DistributionGroup = z.infer<typeof distributionGroupSchema>;

/** The distribution of a campaign's leads over buyers. */
export const distributionSchema = z
  .object({
    nextOn: z
      .array(spelled(buyersNos))
      .max(buyersNos.length)
      .optional()
      .describe(
        "Which of a buyer's noes lead to the next buyer; default refused and duplicate. Empty: the first buyer's answer ends it.",
      ),
    groups: z
      .array(distributionGroupSchema)
      .max(10)
      .superRefine(refuseRepeated('name'), evenWithProblemItems)
      .optional()
      .describe('Groups of buyers, tried in order in place of the campaign itself.'),
  })
  .meta({ id: 'Distribution' });
export type Distribution = z.infer<typeof distributionSchema>;

function refuseRepeated(key: string) {
  return (items: readonly unknown[], ctx: z.RefinementCtx): void => {
    const seen = new Set<unknown>();
    for (const [index, item] of items.entries()) {
      const value = isObject(item) ? item[key] : undefined;
      if (value === undefined) continue;
      if (seen.has(value)) ctx.addIssue({ code: 'custom', path: [index, key], message: 'is there twice' });
      seen.add(value);
    }
  };
}
