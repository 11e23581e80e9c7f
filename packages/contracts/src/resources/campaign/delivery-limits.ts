/** Caps on how many leads a campaign places (§2.1.5). */
import { z } from 'zod';
import { textSchema } from '../../formats/bounds.js';
import { evenWithProblems } from '../../reading/even-with-problems.js';
import { requireRouteTarget, unavailableActionSchema } from './unavailable-action.js';
import { mostAmount, tooFine } from '../../formats/money.js';
import { currencySchema, dateSchema, wholeNumberSchema } from '../../formats/primitives.js';
import { spelled } from '../../formats/spelled-enum.js';

/** The periods a cap may count in, longest first, which is the order in which they are checked. */
export const limitTypes = ['lifetime', 'monthly', 'weekly', 'daily', 'hourly'] as const;
export type LimitType = (typeof limitTypes)[number];

/** A cap on leads, or a budget for them. It applies only from `startDate` to `endDate`, both inclusive; if `active` is absent it is active. */
export const deliveryLimitSchema = z
  .object({
    active: z.boolean().optional().describe('False switches the limit off; default true.'),
    cap: wholeNumberSchema
      .min(0)
      .optional()
      .describe('How many leads may be placed in one period; a limit has either this or a budget.')
      .meta({ example: 50 }),
    budget: z
      .number()
      .positive()
      .max(mostAmount)
      .optional()
      .describe('How much may be spent on leads in one period, in units of `currency`.'),
    currency: currencySchema.optional().describe('The currency of the budget, ISO 4217.'),
    type: spelled(limitTypes, { total: 'lifetime' })
      .default('daily')
      .describe('The period that is counted; `total` is an alias of lifetime; default daily.'),
    action: unavailableActionSchema.describe(
      'What happens with a lead while the limit is full; default queue.',
    ),
    startDate: dateSchema.optional().describe('First day on which the limit applies.'),
    endDate: dateSchema.optional().describe('Last day on which the limit applies.'),
    routeToCampaignId: textSchema.optional().describe('Where the action `route` sends the lead.'),
  })
  .superRefine(requireRouteTarget, evenWithProblems)
  .superRefine(({ cap, budget, currency }, ctx) => {
    const refuse = (path: string, message: string) => ctx.addIssue({ code: 'custom', path: [path], message });
    if (cap === undefined && budget === undefined) refuse('cap', 'is required');
    if (cap !== undefined && budget !== undefined) refuse('budget', 'must not stand beside a cap');
    if (budget !== undefined && currency === undefined) refuse('currency', 'is required by a budget');
    if (budget === undefined && currency !== undefined) refuse('budget', 'is required by a currency');
    const finer = tooFine(budget, currency);
    if (finer !== undefined) refuse('budget', finer);
  }, evenWithProblems)
  .superRefine(({ startDate, endDate }, ctx) => {
    const [first, last] = [dateSchema.safeParse(startDate), dateSchema.safeParse(endDate)];
    if (first.success && last.success && last.data < first.data) {
      ctx.addIssue({ code: 'custom', path: ['endDate'], message: 'must not be before startDate' });
    }
  }, evenWithProblems)
  .meta({ id: 'DeliveryLimit' });
export type DeliveryLimit = z.infer<typeof deliveryLimitSchema>;
