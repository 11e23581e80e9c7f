/**
 * Evaluates groups of conditions (§2.1.9): conditions within a sub-rule, sub-rules within a group, each joined by AND
 * or OR.
 */
import type { ConditionGroup, LogicalOperator, TraceEntry } from '@sluice/contracts';
import { evaluateCondition, type Evaluation } from './evaluate-condition.js';
import type { LeadFacts } from './lead-facts.js';

/**
 * Evaluates whether a lead matches a group. An inactive group never matches, nor does a group without sub-rules or a
 * sub-rule without conditions. Evaluation stops at the part that decides the result, so the trace ends there.
 */
export function evaluateGroup(group: ConditionGroup, facts: LeadFacts): Evaluation {
  const { matched, trace } =
    group.isActive === false
      ? inactive
      : joined('condition_group', group.logicalOperator, group.subRules, (subRule) =>
          joined('sub_rule', subRule.logicalOperator, subRule.conditions, (condition) =>
            evaluateCondition(condition, facts),
          ),
        );
  return group.name === undefined ? { matched, trace } : { matched, trace: { ...trace, at: group.name } };
}

const inactive: Evaluation = {
  matched: false,
  trace: { looked: 'condition_group', verdict: 'skipped', because: 'inactive' },
};

function joined<Part>(
  looked: string,
  logicalOperator: LogicalOperator,
  parts: readonly Part[],
  evaluate: (part: Part) => Evaluation,
): Evaluation {
  if (parts.length === 0)
    return { matched: false, trace: { looked, verdict: 'unmatched', because: 'empty' } };
  // The verdict of a single part that decides the whole.
  const decisive = logicalOperator === 'OR';
  const of: TraceEntry[] = [];
  let matched = !decisive;
  for (const part of parts) {
    const evaluation = evaluate(part);
    of.push(evaluation.trace);
    if (evaluation.matched === decisive) {
      matched = decisive;
      break;
    }
  }
  const verdict = matched ? 'matched' : 'unmatched';
  return { matched, trace: { looked, verdict, values: { logicalOperator }, of } };
}
