/** The operators of conditions, the values that each accepts, and what it reads. Their meaning is in `domain`. */
import { fileStatusSchema } from '../resources/file-status.js';
import { dateSchema } from '../formats/primitives.js';
import type { operatorWords, OperatorName } from '../words.js';
import { patternProblem } from './safe-pattern.js';

type ConditionValue = string | number | boolean;

/** What an operator reads and accepts. */
type OperatorRule = ValueRule & {
  /** It compares the status of a file, in place of the value of a field. */
  readonly readsFile?: true;
  /** The unit of its value. */
  readonly unit?: 'days';
};

type ValueRule =
  | { readonly kind: 'none' }
  | { readonly kind: 'valueSet' }
  | { readonly kind: 'pair'; readonly problemOf: ProblemOf }
  | { readonly kind: 'one'; readonly problemOf: ProblemOf }
  | { readonly kind: 'some'; readonly problemOf: ProblemOf };

type ProblemOf = (value: ConditionValue) => string | undefined;

const anything: ProblemOf = () => undefined;
const comparable: ProblemOf = (value) =>
  isNumeric(value) || isMoment(value) ? undefined : 'must be a number or an ISO 8601 date';
const moment: ProblemOf = (value) => (isMoment(value) ? undefined : 'must be an ISO 8601 date or timestamp');
const count: ProblemOf = (value) =>
  isNumeric(value) && Number.isInteger(Number(value)) && Number(value) >= 0
    ? undefined
    : 'must be a whole number of at least 0';
const pattern: ProblemOf = (value) =>
  typeof value === 'string' ? patternProblem(value) : 'must be a pattern';
const fileStatus: ProblemOf = (value) =>
  fileStatusSchema.safeParse(value).success
    ? undefined
    : `must be one of ${fileStatusSchema.options.join(', ')}`;

const operatorRules = {
  equals: { kind: 'some', problemOf: anything },
  not_equals: { kind: 'some', problemOf: anything },
  contains: { kind: 'some', problemOf: anything },
  not_contains: { kind: 'some', problemOf: anything },
  starts_with: { kind: 'some', problemOf: anything },
  ends_with: { kind: 'some', problemOf: anything },
  in: { kind: 'some', problemOf: anything },
  not_in: { kind: 'some', problemOf: anything },
  greater_than: { kind: 'some', problemOf: comparable },
  greater_than_or_equal: { kind: 'some', problemOf: comparable },
  less_than: { kind: 'some', problemOf: comparable },
  less_than_or_equal: { kind: 'some', problemOf: comparable },
  between: { kind: 'pair', problemOf: comparable },
  not_between: { kind: 'pair', problemOf: comparable },
  exists: { kind: 'none' },
  not_exists: { kind: 'none' },
  is_true: { kind: 'none' },
  is_false: { kind: 'none' },
  matches: { kind: 'some', problemOf: pattern },
  not_matches: { kind: 'some', problemOf: pattern },
  before: { kind: 'some', problemOf: moment },
  after: { kind: 'some', problemOf: moment },
  within_last: { kind: 'one', problemOf: count, unit: 'days' },
  older_than: { kind: 'one', problemOf: count, unit: 'days' },
  age_at_least: { kind: 'one', problemOf: count },
  age_at_most: { kind: 'one', problemOf: count },
  in_value_set: { kind: 'valueSet' },
  not_in_value_set: { kind: 'valueSet' },
  file_ready: { kind: 'none', readsFile: true },
  file_status_equals: { kind: 'some', problemOf: fileStatus, readsFile: true },
} satisfies {
  readonly [Name in OperatorName]: OperatorRule & { kind: (typeof operatorWords)[Name]['takes'] };
};

/** How a condition may compare a field. */
export type ConditionOperator = keyof typeof operatorRules;

/** Every operator, in its canonical spelling. */
export const conditionOperators = Object.keys(operatorRules) as [ConditionOperator, ...ConditionOperator[]];

/** The operators that compare the status of a file. */
export const fileOperators = operatorsWhose(({ readsFile }) => readsFile === true);
/** The operators whose values are those of a value set. */
export const valueSetOperators = operatorsWhose(({ kind }) => kind === 'valueSet');
/** The operators that take two values, the ends of a range. */
export const rangeOperators = operatorsWhose(({ kind }) => kind === 'pair');
/** The operators whose value is a number of days. */
export const dayOperators = operatorsWhose(({ unit }) => unit === 'days');

// Also asked about operators of other releases.
function operatorsWhose(holds: (rule: OperatorRule) => boolean): ReadonlySet<unknown> {
  return new Set(conditionOperators.filter((operator) => holds(operatorRules[operator])));
}

/** A problem with a condition's values, and its path inside the condition. */
interface ConditionValueProblem {
  readonly path: (string | number)[];
  readonly message: string;
}

/**
 * Returns why the operator of a condition cannot use its values. What is no operator, no list or no value of a condition
 * at all has a problem of its own already.
 */
export function conditionValueProblems(condition: {
  readonly operator: unknown;
  readonly value: unknown;
  readonly valueSetId?: unknown;
}): ConditionValueProblem[] {
  const { operator, value, valueSetId } = condition;
  if (!isOperator(operator)) return [];
  const rule: OperatorRule = operatorRules[operator];
  if (rule.kind === 'valueSet')
    return valueSetId === undefined ? [{ path: ['valueSetId'], message: `is required by ${operator}` }] : [];
  if (!Array.isArray(value)) return [];
  const lengthProblem = lengthProblems[rule.kind](value.length);
  if (lengthProblem) return [{ path: ['value'], message: `${lengthProblem} for ${operator}` }];
  if (rule.kind === 'none') return [];
  return value.flatMap((each: unknown, index) => {
    const message = isConditionValue(each) ? rule.problemOf(each) : undefined;
    return message === undefined ? [] : [{ path: ['value', index], message }];
  });
}

function isOperator(operator: unknown): operator is ConditionOperator {
  return typeof operator === 'string' && Object.hasOwn(operatorRules, operator);
}

function isConditionValue(value: unknown): value is ConditionValue {
  return ['string', 'number', 'boolean'].includes(typeof value);
}

const lengthProblems = {
  none: (length: number) => (length === 0 ? undefined : 'must be empty'),
  one: (length: number) => (length === 1 ? undefined : 'must hold exactly one value'),
  pair: (length: number) => (length === 2 ? undefined : 'must hold [min, max]'),
  some: (length: number) => (length > 0 ? undefined : 'must hold at least one value'),
};

// What a decision reads as a number or a moment (`exactNumber` and `parseMoment` of the domain): any other value would be
// accepted here and never match.
const decimal = /^\s*[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d{1,9})?\s*$/i;
const longestMoment = 40;

function isNumeric(value: ConditionValue): boolean {
  if (typeof value === 'number') return true;
  return typeof value === 'string' && decimal.test(value) && Number.isFinite(Number(value));
}

function isMoment(value: ConditionValue): boolean {
  if (typeof value !== 'string' || value.length > longestMoment || !/^.{10}(T|$)/.test(value)) return false;
  return dateSchema.safeParse(value.slice(0, 10)).success && !Number.isNaN(Date.parse(value));
}
