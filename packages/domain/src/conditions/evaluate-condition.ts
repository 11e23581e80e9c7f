/** Evaluates one condition on one lead, and records what it compared. */
import { fileOperators, valueSetOperators, type Condition, type TraceEntry } from '@sluice/contracts';
import type { Unread } from './compare.js';
import { fieldValue, fileStatus, isPresent } from './field-value.js';
import type { ConditionValue, LeadFacts } from './lead-facts.js';
import { patternWorkOf } from './pattern.js';
import { type PositiveOperator, positiveOf, tests } from './operators.js';
import { shortened } from './shorten.js';
import { statesOf } from './states.js';

/** A verdict with its trace. */
export interface Evaluation {
  readonly matched: boolean;
  readonly trace: TraceEntry;
}

/**
 * Evaluates a condition: positive operators match any wanted value, negative ones none. A list matches if any element
 * does. A missing field fails every positive operator and passes every negative one. A missing value set fails both, as
 * does a value that cannot be read as the number or the date that the operator compares, and every pattern once the
 * patterns of the decision have exceeded their work limit. Never throws.
 */
export function evaluateCondition(condition: Condition, facts: LeadFacts): Evaluation {
  const { field, operator } = condition;
  const positive = positiveOf[operator] ?? (operator as PositiveOperator);
  const negated = positive !== operator;
  const found = fileOperators.has(operator) ? fileStatus(facts, field) : fieldValue(facts, field);

  const wanted = wantedValues(condition, facts);
  if (!wanted) return evaluation(false, condition, found, 'value_set_missing');
  if (found === undefined) return evaluation(negated, condition, found, 'field_missing');

  const context = {
    now: facts.now,
    zone: facts.timezone ?? 'UTC',
    country: facts.data.country,
    stateOf: statesOf(field, facts.data.country),
    patternWork: patternWorkOf(facts),
  };
  const holds = anyHolds(elementsOf(found), (element) => tests[positive](element, wanted, context));
  if (context.patternWork.left < 0) return evaluation(false, condition, found, 'pattern_work_spent');
  if (typeof holds === 'string') return evaluation(false, condition, found, holds);
  return evaluation(holds !== negated, condition, found);
}

// Whether the test holds for an element that was not read is not known, so another one has to pass it.
function anyHolds(
  elements: readonly unknown[],
  test: (element: unknown) => boolean | Unread,
): boolean | Unread {
  let unread: Unread | undefined;
  for (const element of elements) {
    const verdict = test(element);
    if (verdict === true) return true;
    if (verdict !== false) unread ??= verdict;
  }
  return unread ?? false;
}

function wantedValues(
  { operator, value, valueSetId }: Condition,
  { valueSets }: LeadFacts,
): readonly ConditionValue[] | undefined {
  if (!valueSetOperators.has(operator)) return value;
  return valueSetId === undefined ? undefined : valueSets.get(valueSetId);
}

function elementsOf(found: unknown): readonly unknown[] {
  return Array.isArray(found) ? found.flat(Infinity).filter(isPresent) : [found];
}

function evaluation(
  matched: boolean,
  { field, operator, value, valueSetId }: Condition,
  found: unknown,
  because?: string,
): Evaluation {
  // Built step by step, because this runs for every condition of every lead and conditional spreads are slow.
  const values: Record<string, unknown> = { operator };
  if (value.length > 0) values['wanted'] = shortened(field, value);
  if (valueSetId !== undefined) values['valueSetId'] = valueSetId;
  if (found !== undefined) values['found'] = shortened(field, found);
  const verdict = matched ? 'matched' : 'unmatched';
  const about = { looked: 'condition', at: field, verdict, values } as const;
  return { matched, trace: because === undefined ? about : { ...about, because } };
}
