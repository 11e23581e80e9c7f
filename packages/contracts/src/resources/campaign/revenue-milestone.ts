/** What a lead earns when it reaches a status (§2.1.7). */
import { z } from 'zod';
import { longTextSchema } from '../../formats/bounds.js';
import { conditionGroupSchema } from '../../conditions/conditions.js';
import { evenWithProblems } from '../../reading/even-with-problems.js';
import { leadStatusSchema } from '../lead-status.js';
import { mostAmount } from '../../formats/money.js';
import { currencySchema, dateSchema } from '../../formats/primitives.js';

/** A milestone, booked once per lead, within `validFrom` to `validTo` and if its conditions hold. */
export const revenueMilestoneSchema = z
  .object({
    leadStatus: leadStatusSchema.describe('The status that books it.').meta({ example: 'delivered' }),
    amount: z
      .number()
      .min(-mostAmount)
      .max(mostAmount)
      .describe('What is booked, in units of the currency.')
      .meta({ example: 250 }),
    currency: currencySchema.default('USD').describe('ISO 4217 code.'),
    validFrom: dateSchema.optional().describe('First day on which it is booked.'),
    validTo: dateSchema.optional().describe('Last day on which it is booked.'),
    conditions: conditionGroupSchema.optional().describe('When given, it is booked only if they hold.'),
    notes: longTextSchema.optional().describe('For people.'),
    active: z.boolean().optional().describe('False switches the milestone off; default true.'),
  })
  .superRefine(({ validFrom, validTo }, ctx) => {
    const [first, last] = [dateSchema.safeParse(validFrom), dateSchema.safeParse(validTo)];
    if (first.success && last.success && last.data < first.data) {
      ctx.addIssue({ code: 'custom', path: ['validTo'], message: 'must not be before validFrom' });
    }
  }, evenWithProblems)
  .meta({ id: 'RevenueMilestone' });
export type RevenueMilestone = z.infer<typeof revenueMilestoneSchema>;
