/**
 * Conditions on a lead's fields (§2.1.9): their syntax. Their meaning is in `domain`. A group consists of rules, a rule
 * of conditions, each joined by AND or OR.
 */
import { z } from 'zod';
import { requiredTextSchema, textSchema } from '../formats/bounds.js';
import { conditionOperators, conditionValueProblems } from './condition-operators.js';
import { evenWithProblems } from '../reading/even-with-problems.js';
import { spelled } from '../formats/spelled-enum.js';

/** How the parts of a group or rule are joined. */
export const logicalOperatorSchema = spelled(['AND', 'OR'])
  .default('AND')
  .describe('How the parts are joined: AND or OR, in any case; default AND.');
export type LogicalOperator = z.infer<typeof logicalOperatorSchema>;

/** One test of one field. An unknown operator, or values that the operator cannot use, are refused here. */
export const conditionSchema = z
  .object({
    field: requiredTextSchema
      .max(128)
      .describe("A field library key, one of the lead's own fields, or `file.<fileKey>`.")
      .meta({ example: 'injury' }),
    operator: spelled(conditionOperators).describe(
      'How the field is compared; camelCase and spaced spellings are accepted.',
    ),
    value: z
      .array(
        z.union([z.string().max(1_000), z.number(), z.boolean()], 'must be text, a number, true or false'),
      )
      .max(1_000)
      .default([])
      .describe('Any of these for positive operators, none of these for negative; `[min, max]` for between.')
      .meta({ example: ['no'] }),
    valueSetId: requiredTextSchema
      .optional()
      .describe('The value set that in_value_set and not_in_value_set look into.'),
  })
  .superRefine((condition, ctx) => {
    for (const { path, message } of conditionValueProblems(condition))
      ctx.addIssue({ code: 'custom', path, message });
  }, evenWithProblems);
export type Condition = z.infer<typeof conditionSchema>;

/** Conditions joined by one operator. */
export const subRuleSchema = z.object({
  logicalOperator: logicalOperatorSchema,
  conditions: z.array(conditionSchema).max(200).default([]).describe('The tests of this rule.'),
});
export type SubRule = z.infer<typeof subRuleSchema>;

/** The rules of a group; routing rules contain them directly (§2.1.4). */
export const subRulesSchema = z.array(subRuleSchema).max(100).default([]).describe('Rules of conditions.');

/** A named group of rules. An empty or inactive group never matches; if `isActive` is absent it is active. */
export const conditionGroupSchema = z
  .object({
    name: textSchema.optional().describe('Shown in traces.'),
    isActive: z.boolean().optional().describe('False switches the group off.'),
    logicalOperator: logicalOperatorSchema,
    subRules: subRulesSchema,
  })
  .meta({ id: 'ConditionGroup' });
export type ConditionGroup = z.infer<typeof conditionGroupSchema>;

/** A group whose leads are disqualified. */
export const disqualificationGroupSchema = z
  .object({
    ...conditionGroupSchema.shape,
    public: z
      .boolean()
      .optional()
      .describe('True tells suppliers of the group, in words, in their posting instructions.'),
    afterLookups: z
      .boolean()
      .optional()
      .describe(
        'True evaluates the group after the look-ups, whose answers it may read: `lookup.<id>.<field>`.',
      ),
  })
  .meta({ id: 'DisqualificationGroup' });
export type DisqualificationGroup = z.infer<typeof disqualificationGroupSchema>;
