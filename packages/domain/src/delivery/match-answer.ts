/** Whether one response rule matches an answer: each of its conditions has to hold. */
import type { ResponseMatch } from '@sluice/contracts';
import { sameValue } from '../conditions/compare.js';
import { patternFound, patternWorkOf, type PatternWork } from '../conditions/pattern.js';
import { parseJsonPath, readJsonPath } from './json-path.js';

/** An answer in the form that rules read. */
export interface ReadableAnswer {
  readonly status: number;
  readonly text: string;
  /** The parsed body; undefined when it is not JSON. */
  readonly json: unknown;
}

/** Returns why the rule does not match the answer; undefined if it does. */
export function mismatch(when: ResponseMatch, answer: ReadableAnswer): string | undefined {
  const work = patternWorkOf(answer);
  if (when.status !== undefined && !inRange(when.status, answer.status)) return 'status';
  if (when.text !== undefined && !includes(answer.text, when.text)) return 'text';
  if (when.jsonPath === undefined) {
    return when.pattern === undefined || found(when.pattern, answer.text, work) ? undefined : 'pattern';
  }
  if (parseJsonPath(when.jsonPath) === undefined) return 'not a path';
  return valueMismatch(when, readJsonPath(answer.json, when.jsonPath), work);
}

function valueMismatch(
  { equals, contains, pattern }: ResponseMatch,
  value: unknown,
  work: PatternWork,
): string | undefined {
  if (value === undefined) return 'nothing there';
  // As in conditions, a list matches if any element does.
  const values: readonly unknown[] = Array.isArray(value) ? value : [value];
  if (equals !== undefined && !values.some((each) => each === equals || sameValue(each, equals)))
    return 'equals';
  if (contains !== undefined && !values.some((each) => includes(textOf(each), contains))) return 'contains';
  if (pattern !== undefined && !values.some((each) => found(pattern, textOf(each), work))) return 'pattern';
  return undefined;
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
  return typeof value === 'string' ? value : (JSON.stringify(value) ?? '');
}

// The engine reads no longer text, and the relevant part of an answer is at its beginning.
const mostMatchedLength = 5_000;

function found(pattern: string, text: string, work: PatternWork): boolean {
  return patternFound(pattern, text.slice(0, mostMatchedLength), work) === true;
}
