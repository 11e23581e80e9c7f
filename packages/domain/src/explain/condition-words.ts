/** Conditions in plain words: as a rule states them, and as they were evaluated for a lead. */
import {
  dayOperators,
  operatorWords,
  rangeOperators,
  type Condition,
  type ConditionOperator,
  type TraceEntry,
} from '@sluice/contracts';
import { listWords, sentence, valueWords, type Sentence } from './sentence.js';

/** A condition as its rule states it, e.g. `state is “CA” or “NV”`. */
export function conditionWords({
  field,
  operator,
  value,
  valueSetId,
}: Pick<Condition, 'field' | 'value' | 'valueSetId'> & { readonly operator: string }): string {
  const of = rangeOperators.has(operator) ? listWords(value.map(valueWords), 'and') : valueWords(value);
  const unit = dayOperators.has(operator) ? ' days' : '';
  const wanted = [
    isKnown(operator) ? operatorWords[operator].words : operator,
    valueSetId ?? (value.length > 0 ? of + unit : ''),
  ];
  return `${field} ${wanted.filter((word) => word !== '').join(' ')}`;
}

// A trace may be older than the operators of this release.
function isKnown(operator: string): operator is ConditionOperator {
  return Object.hasOwn(operatorWords, operator);
}

/** A condition as it was evaluated for a lead. */
export function conditionSentence({ at = 'a field', verdict, because, values = {} }: TraceEntry): Sentence {
  const { operator, wanted = [], found, valueSetId } = values;
  const words = conditionWords({
    field: at,
    operator: typeof operator === 'string' ? operator : 'is',
    value: (Array.isArray(wanted) ? wanted : [wanted]) as Condition['value'],
    valueSetId: typeof valueSetId === 'string' ? valueSetId : undefined,
  });
  const matched = verdict === 'matched';
  return sentence(`${words}: ${matched ? 'yes' : 'no'}, ${foundWords(because, found)}`, 'quiet');
}

function foundWords(because: string | undefined, found: unknown): string {
  if (because === 'value_set_missing') return 'the value set does not exist';
  if (because === 'pattern_work_spent') return 'its patterns took too long';
  if (because === 'not_a_number') return `it is ${valueWords(found)}, which is not readable as a number`;
  if (because === 'not_a_date') return `it is ${valueWords(found)}, which is not readable as a date`;
  return found === undefined ? 'the lead has none' : `it is ${valueWords(found)}`;
}
