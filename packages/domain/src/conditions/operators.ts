/**
 * The meaning of each condition operator. The table holds the positive ones. A negative operator is the negation of its
 * positive one, so for a present value exactly one of the two matches; neither does if the value cannot be read.
 */
import type { ConditionOperator } from '@sluice/contracts';
import { completedYears, daysSince, type Moment } from '../time/moment.js';
import { writtenMoment } from '../time/written-moment.js';
import { visibleText } from '../text/comparable-text.js';
import { calendarOrdered, ordered, plainText, type Place, type Unread } from './compare.js';
import { numeric } from './exact-number.js';
import type { ConditionValue } from './lead-facts.js';
import { isOneOf } from './one-of.js';
import { patternFound, type PatternWork } from './pattern.js';
import { isStateOf, type StateOf } from './states.js';

/** What a test needs besides the values. */
export interface TestContext extends Place {
  readonly now: Date;
  /** Set for a field that names a state: how its values are read. */
  readonly stateOf?: StateOf | undefined;
  readonly patternWork: PatternWork;
}

/** Tests one value of the field against all wanted values of the condition; says so if it cannot read the value. */
export type Test = (
  found: unknown,
  wanted: readonly ConditionValue[],
  context: TestContext,
) => boolean | Unread;

// The negative operators, with the positive operator that each negates.
const positives = {
  not_equals: 'equals',
  not_contains: 'contains',
  not_in: 'in',
  not_between: 'between',
  not_exists: 'exists',
  not_matches: 'matches',
  not_in_value_set: 'in_value_set',
} as const satisfies Partial<Record<ConditionOperator, ConditionOperator>>;

export type PositiveOperator = Exclude<ConditionOperator, keyof typeof positives>;

/** The positive operator that a negative one negates; a positive one has none. */
export const positiveOf: Partial<Record<ConditionOperator, PositiveOperator>> = positives;

const truthyWords = new Set(['true', 'yes', 'y', '1', 'on']);
const falsyWords = new Set(['false', 'no', 'n', '0', 'off']);
const readyStatuses = new Set(['uploaded', 'signed', 'verified']);

/** The test of each positive operator, for one present value of the field. */
export const tests: Readonly<Record<PositiveOperator, Test>> = {
  equals: listTest,
  in: listTest,
  in_value_set: listTest,
  file_status_equals: isOneOf,
  contains: textTest((text, part) => text.includes(part)),
  starts_with: textTest((text, part) => text.startsWith(part)),
  ends_with: textTest((text, part) => text.endsWith(part)),
  greater_than: anyOf(orderTest(ordered, (order) => order > 0)),
  greater_than_or_equal: anyOf(orderTest(ordered, (order) => order >= 0)),
  less_than: anyOf(orderTest(ordered, (order) => order < 0)),
  less_than_or_equal: anyOf(orderTest(ordered, (order) => order <= 0)),
  before: anyOf(orderTest(calendarOrdered, (order) => order < 0)),
  after: anyOf(orderTest(calendarOrdered, (order) => order > 0)),
  between: (found, [min, max], place) => {
    const [fromMin = -1, fromMax = 1] = [ordered(found, min, place), ordered(found, max, place)];
    if (typeof fromMin === 'string') return fromMin;
    return typeof fromMax === 'string' ? fromMax : fromMin >= 0 && fromMax <= 0;
  },
  within_last: anyOf(daysTest((days, limit) => days >= 0 && days <= limit)),
  older_than: anyOf(daysTest((days, limit) => days > limit)),
  age_at_least: anyOf(ageTest((years, limit) => years >= limit)),
  age_at_most: anyOf(ageTest((years, limit) => years >= 0 && years <= limit)),
  matches: patternTest,
  exists: () => true,
  is_true: (found) => truthyWords.has(plainText(found) ?? ''),
  is_false: (found) => falsyWords.has(plainText(found) ?? ''),
  file_ready: (found) => readyStatuses.has(plainText(found) ?? ''),
};

type SingleTest = (found: unknown, wanted: ConditionValue, context: TestContext) => boolean | Unread;

// A value that one of several wanted ones can be compared with was read.
function anyOf(test: SingleTest): Test {
  return (found, wanted, context) => {
    let verdict: boolean | Unread | undefined;
    for (const each of wanted) {
      const one = test(found, each, context);
      if (one === true) return true;
      if (one === false) verdict = false;
      else verdict ??= one;
    }
    return verdict ?? false;
  };
}

function listTest(found: unknown, wanted: readonly ConditionValue[], { stateOf }: TestContext): boolean {
  return isOneOf(found, wanted) || (stateOf !== undefined && isStateOf(found, wanted, stateOf));
}

// A long text is prepared once, not for each wanted value. A state is looked at as it was sent and as its two letters.
function textTest(holds: (text: string, part: string) => boolean): Test {
  return (found, wanted, { stateOf }) => {
    const text = plainText(found);
    if (text === undefined) return false;
    const letters = stateOf?.(found)?.toLowerCase();
    return wanted.some((each) => {
      const part = plainText(each);
      // Every text contains the empty text, so a blank wanted value must not match.
      if (part === undefined || part === '') return false;
      if (holds(text, part)) return true;
      return letters !== undefined && (holds(letters, part) || letters === stateOf?.(each)?.toLowerCase());
    });
  };
}

function orderTest(compare: typeof ordered, holds: (order: number) => boolean): SingleTest {
  return (found, wanted, place) => {
    const order = compare(found, wanted, place);
    return typeof order === 'number' ? holds(order) : (order ?? false);
  };
}

function daysTest(holds: (days: number, limit: number) => boolean): SingleTest {
  return sinceTest(daysSince, holds);
}

function ageTest(holds: (years: number, limit: number) => boolean): SingleTest {
  return sinceTest(completedYears, holds);
}

function sinceTest(
  since: (moment: Moment, now: Date, zone: string) => number,
  holds: (passed: number, limit: number) => boolean,
): SingleTest {
  return (found, wanted, { now, zone, country }) => {
    const moment = writtenMoment(found, country);
    if (!moment) return 'not_a_date';
    const limit = numeric(wanted);
    return limit !== undefined && holds(since(moment, now, zone), limit);
  };
}

function patternTest(
  found: unknown,
  wanted: readonly ConditionValue[],
  { patternWork, stateOf }: TestContext,
): boolean {
  // The pattern itself specifies case sensitivity, so it gets the text unchanged.
  const text = typeof found === 'string' ? visibleText(found) : plainText(found);
  if (text === undefined) return false;
  const letters = stateOf?.(found);
  const texts = letters === undefined ? [text] : [text, letters];
  return wanted.some(
    (pattern) =>
      typeof pattern === 'string' && texts.some((one) => patternFound(pattern, one, patternWork) === true),
  );
}
