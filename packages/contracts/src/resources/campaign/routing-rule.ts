/** Rules that route a campaign's leads to other campaigns (§2.1.4). */
import { z } from 'zod';
import { textSchema } from '../../formats/bounds.js';
import { logicalOperatorSchema, subRulesSchema } from '../../conditions/conditions.js';
import { wholeNumberSchema } from '../../formats/primitives.js';

/** A routing rule. In ascending `priority`, the first match wins; if `active` is absent it is active. */
export const routingRuleSchema = z
  .object({
    routeName: textSchema.optional().describe('Shown in traces.'),
    active: z.boolean().optional().describe('False switches the rule off; default true.'),
    priority: wholeNumberSchema.optional().describe('Lower is evaluated first; rules without one come last.'),
    logicalOperator: logicalOperatorSchema,
    subRules: subRulesSchema,
    routeTo: z
      .object({
        campaignId: textSchema.optional().describe('The campaign to route to.'),
        clientName: textSchema
          .optional()
          .describe('With `offerName`: the active campaign of that client and offer.'),
        offerName: textSchema
          .optional()
          .describe('With `clientName`: the active campaign of that client and offer.'),
      })
      .optional()
      .describe('Where a matching lead goes.'),
  })
  .meta({ id: 'RoutingRule' });
export type RoutingRule = z.infer<typeof routingRuleSchema>;
