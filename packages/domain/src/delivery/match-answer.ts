/** Whether one response rule speaks of an answer: every condition that it names has to hold. */
import type { ResponseMatch } from '@sluice/contracts';
import { sameValue } from '../conditions/compare.js';
import { patternFound, patternWorkOf, type PatternWork } from '../conditions/pattern.js';
import { parseJsonPath, readJsonPath } from './json-path.js';

/** An answer as rules look at it. */
export interface ReadableAnswer {
  readonly status: number;
  readonly text: string;
  /** The parsed body; undefined when it is not JSON. */
  readonly json: unknown;
}

/** Answers why the rule does not speak of the answer, or nothing when it does. */
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
  // As in conditions, a list matches if any of its elements does.
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

/** The text by which a value of an answer is compared and kept. */
export function textOf(value: unknown): string {
  return typeof value === 'string' ? value : (JSON.stringify(value) ?? '');
}

// The engine looks at no longer text; what a buyer has to say stands at the beginning.
const mostMatchedLength = 5_000;

function found(pattern: string, text: string, work: PatternWork): boolean {
  return patternFound(pattern, text.slice(0, mostMatchedLength), work) === true;
}
