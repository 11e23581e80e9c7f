/** Facts about a lead for tests, and shorthands to evaluate a condition on them. */
import { type Condition, conditionSchema } from '@sluice/contracts';
import { evaluateCondition } from '../src/conditions/evaluate-condition.js';
import type { LeadFacts } from '../src/conditions/lead-facts.js';

/** A lead with these answers, on 1 August 2026 at noon UTC. */
export function factsOf(questionnaire: Record<string, unknown>, more: Partial<LeadFacts> = {}): LeadFacts {
  return {
    leadId: 'lead_1',
    campaignId: 'ACMRU',
    isTest: false,
    data: { questionnaire },
    files: [],
    valueSets: new Map([
      ['vs_west', ['CA', 'OR', 97201]],
      ['vs_empty', []],
    ]),
    now: new Date('2026-08-01T12:00:00Z'),
    ...more,
  };
}

/**
 * Whether a condition holds for a lead whose field `x` has the value `found`. The condition is parsed by the schema, as
 * from a caller.
 */
export function holds(
  operator: string,
  found: unknown,
  value: Condition['value'] = [],
  valueSetId?: string,
): boolean {
  const condition = conditionSchema.parse({ field: 'x', operator, value, valueSetId });
  return evaluateCondition(condition, factsOf({ x: found })).matched;
}
