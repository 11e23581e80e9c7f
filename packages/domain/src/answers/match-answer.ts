/** Whether one response rule matches an answer: each of its conditions has to hold. */
import { jsonText, WrittenNumber, type ResponseMatch } from '@sluice/contracts';
import { sameValue } from '../conditions/compare.js';
import { exactNumber } from '../conditions/exact-number.js';
import { patternFound, type PatternWork } from '../conditions/pattern.js';
import { arePaths, valuesAt, type ReadableAnswer } from './readable-answer.js';

/** Returns why the rule does not match the answer; undefined if it does. */
export function mismatch(when: ResponseMatch, answer: ReadableAnswer): string | undefined {
  if (when.status !== undefined && !inRange(when.status, answer.status)) return 'status';
  if (!readsBody(when)) return undefined;
  const found = valuesAt(answer, when);
  if (found.kind === 'unreadable') return found.because;
  if (when.text !== undefined && !includes(answer.text, when.text)) return 'text';
  return arePaths(when) ? valueMismatch(when, found.values, answer.work) : 'not a path';
}

/** Whether a rule can match only by what the body says. */
export function readsBody({ text, pattern, jsonPath, xmlPath }: ResponseMatch): boolean {
  return [text, pattern, jsonPath, xmlPath].some((condition) => condition !== undefined);
}

function valueMismatch(
  { equals, contains, pattern }: ResponseMatch,
  found: readonly unknown[],
  work: PatternWork,
): string | undefined {
  if (found.length === 0) return 'nothing there';
  // As in conditions, a list matches if any element does.
  const values = found.flatMap((each: unknown) => (Array.isArray(each) ? (each as unknown[]) : [each]));
  if (equals !== undefined && !values.some((each) => isEqual(each, equals))) return 'equals';
  if (contains !== undefined && !values.some((each) => includes(textOf(each), contains))) return 'contains';
  if (pattern !== undefined && !values.some((each) => matches(pattern, textOf(each), work))) return 'pattern';
  return undefined;
}

// A number that JavaScript would change is compared by its digits, as all numbers are.
function isEqual(found: unknown, wanted: NonNullable<ResponseMatch['equals']> | null): boolean {
  if (found === wanted) return true;
  if (!(found instanceof WrittenNumber)) return sameValue(found, wanted);
  const number = exactNumber(found.toString());
  return number !== undefined && number.key === exactNumber(wanted)?.key;
}

function inRange(range: string, status: number): boolean {
  const [from = Number.NaN, to = from] = range.split('-').map(Number);
  return from <= status && status <= to;
}

function includes(text: string, part: string): boolean {
  return plain(text).includes(plain(part));
}

function plain(text: string): string {
  return text.trim().toLowerCase();
}

/** The text form in which a value of an answer is compared and stored. */
export function textOf(value: unknown): string {
  return typeof value === 'string' ? value : jsonText(value);
}

/** The engine reads no longer text, and the relevant part of an answer is at its beginning. */
export const mostMatchedLength = 5_000;

function matches(pattern: string, text: string, work: PatternWork): boolean {
  return patternFound(pattern, text.slice(0, mostMatchedLength), work) === true;
}
