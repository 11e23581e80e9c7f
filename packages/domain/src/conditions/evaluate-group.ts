/** Decides groups of conditions (§2.1.9): conditions within a sub-rule, sub-rules within a group, each by AND or OR. */
import type { ConditionGroup, LogicalOperator, TraceEntry } from '@sluice/contracts';
import { evaluateCondition, type Evaluation } from './evaluate-condition.js';
import type { LeadFacts } from './lead-facts.js';

/**
 * Decides whether a lead matches a group. An inactive group never matches, nor does one without sub-rules, nor a
 * sub-rule without conditions. Looking stops at the part that decides, so the trace ends with it.
 */
export function evaluateGroup(group: ConditionGroup, facts: LeadFacts): Evaluation {
  const about = { looked: 'condition_group', ...(group.name !== undefined && { at: group.name }) };
  if (group.isActive === false) {
    return { matched: false, trace: { ...about, verdict: 'skipped', because: 'inactive' } };
  }
  return joined(about, group.logicalOperator, group.subRules, (subRule) =>
    joined({ looked: 'sub_rule' }, subRule.logicalOperator, subRule.conditions, (condition) =>
      evaluateCondition(condition, facts),
    ),
  );
}

function joined<Part>(
  about: Pick<TraceEntry, 'looked' | 'at'>,
  logicalOperator: LogicalOperator,
  parts: readonly Part[],
  evaluate: (part: Part) => Evaluation,
): Evaluation {
  if (parts.length === 0)
    return { matched: false, trace: { ...about, verdict: 'unmatched', because: 'empty' } };
  // The verdict of one part that settles the whole.
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
  return { matched, trace: { ...about, verdict, values: { logicalOperator }, of } };
}
