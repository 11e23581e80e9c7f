/**
 * Evaluates groups of conditions (§2.1.9): conditions within a sub-rule, sub-rules within a group, each joined by AND
 * or OR.
 */
import {
  lookupOfField,
  type ConditionGroup,
  type LogicalOperator,
  type SubRule,
  type TraceEntry,
} from '@sluice/contracts';
import { evaluateCondition, type Evaluation } from './evaluate-condition.js';
import type { LeadFacts } from './lead-facts.js';

/**
 * Evaluates whether a lead matches a group. An inactive group never matches, nor does a group without sub-rules or a
 * sub-rule without conditions, nor one that names a look-up without an answer: its absent fields would satisfy negative
 * operators. Evaluation stops at the part that decides the result, so the trace ends there.
 */
export function evaluateGroup(group: ConditionGroup, facts: LeadFacts): Evaluation {
  const { matched, trace } =
    group.isActive === false
      ? skipped('inactive')
      : lookupsIn(group.subRules).some((id) => !facts.lookups || !Object.hasOwn(facts.lookups, id))
        ? skipped('not_asked')
        : joined('condition_group', group.logicalOperator, group.subRules, (subRule) =>
            joined('sub_rule', subRule.logicalOperator, subRule.conditions, (condition) =>
              evaluateCondition(condition, facts),
            ),
          );
  return group.name === undefined ? { matched, trace } : { matched, trace: { ...trace, at: group.name } };
}

function skipped(because: 'inactive' | 'not_asked'): Evaluation {
  return { matched: false, trace: { looked: 'condition_group', verdict: 'skipped', because } };
}

// Each group is evaluated for many leads.
const known = new WeakMap<readonly SubRule[], readonly string[]>();

function lookupsIn(subRules: readonly SubRule[]): readonly string[] {
  let ids = known.get(subRules);
  if (!ids) {
    const fields = subRules.flatMap(({ conditions }) => conditions.map(({ field }) => field));
    known.set(subRules, (ids = [...new Set(fields.flatMap((field) => lookupOfField(field) ?? []))]));
  }
  return ids;
}

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
