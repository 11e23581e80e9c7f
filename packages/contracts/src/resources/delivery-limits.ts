/** Caps on how many leads a campaign places (§2.1.5). */
import { z } from 'zod';
import { textSchema } from './bounds.js';
import { evenWithProblems } from './even-with-problems.js';
import { requireRouteTarget, unavailableActionSchema } from './unavailable-action.js';
import { dateSchema, wholeNumberSchema } from './primitives.js';
import { spelled } from './spelled-enum.js';

/** The periods a cap may count in, longest first, which is the order in which they are checked. */
export const limitTypes = ['lifetime', 'monthly', 'weekly', 'daily', 'hourly'] as const;
export type LimitType = (typeof limitTypes)[number];

/** A cap. It applies only from `startDate` to `endDate`, both inclusive; if `active` is absent it is active. */
export const deliveryLimitSchema = z
  .object({
    active: z.boolean().optional().describe('False switches the limit off; default true.'),
    cap: wholeNumberSchema
      .min(0)
      .describe('How many leads may be placed in one period.')
      .meta({ example: 50 }),
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
  .superRefine(({ startDate, endDate }, ctx) => {
    const [first, last] = [dateSchema.safeParse(startDate), dateSchema.safeParse(endDate)];
    if (first.success && last.success && last.data < first.data) {
      ctx.addIssue({ code: 'custom', path: ['endDate'], message: 'must not be before startDate' });
    }
  }, evenWithProblems)
  .meta({ id: 'DeliveryLimit' });
export type DeliveryLimit = z.infer<typeof deliveryLimitSchema>;
