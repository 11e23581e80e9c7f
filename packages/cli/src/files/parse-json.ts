/** Parses JSON that people send, without changing its numbers. */
import { isLosslessNumber, parse as parseLosslessly } from 'lossless-json';

/** The outcome of parsing. */
export type ParsedJson =
  | {
      readonly kind: 'value';
      /** A number that would have been rounded is its digits as text. */
      readonly value: unknown;
      /** `path: problem` for each such number. */
      readonly problems: readonly string[];
    }
  | { readonly kind: 'broken'; readonly problem: string; readonly line: number; readonly column: number };

/** Deeper than any body may be. */
const DEEPEST = 40;

/** Parses a JSON text. */
export function parseJson(text: string): ParsedJson {
  let value: unknown;
  try {
    value = JSON.parse(text);
    if (!changesNumbers(value, DEEPEST)) return { kind: 'value', value, problems: [] };
  } catch (error) {
    if (error instanceof RangeError) return broken(text, `is nested deeper than ${DEEPEST} levels`, 0);
    return notJson(text);
  }
  const problems: string[] = [];
  try {
    return { kind: 'value', value: withDigits(parseLosslessly(text), [], problems), problems };
  } catch {
    // For example a key that appears twice, which only this parser refuses.
    return notJson(text);
  }
}

/** @throws RangeError beyond the depth */
function changesNumbers(value: unknown, depth: number): boolean {
  if (typeof value === 'number') return changes(value);
  if (typeof value !== 'object' || value === null) return false;
  if (depth === 0) throw new RangeError('too deep');
  return Object.values(value).some((member) => changesNumbers(member, depth - 1));
}

const changes = (value: number): boolean =>
  !Number.isFinite(value) || (Number.isInteger(value) && !Number.isSafeInteger(value));

function withDigits(value: unknown, path: readonly string[], problems: string[]): unknown {
  if (isLosslessNumber(value)) {
    const digits = value.toString();
    if (!changes(Number(digits))) return Number(digits);
    problems.push(`${path.join('.')}: ${changedNumberProblem(digits)}`);
    return digits;
  }
  if (Array.isArray(value))
    return value.map((item, index) => withDigits(item, [...path, `${index}`], problems));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, member]) => [key, withDigits(member, [...path, key], problems)]),
  );
}

function changedNumberProblem(digits: string): string {
  const shown = digits.length > 40 ? `${digits.slice(0, 40)}…` : digits;
  return Number.isFinite(Number(digits))
    ? `${shown} is a whole number beyond 2^53, which would be rounded; send it as text`
    : `${shown} is not a number that can be stored; send it as text`;
}

// The engine's own message has no place in every version, so the other parser is asked for it.
function notJson(text: string): ParsedJson {
  try {
    parseLosslessly(text);
  } catch (error) {
    const [, problem, position] = /^(.*?) at position (\d+)$/s.exec((error as Error).message) ?? [];
    if (problem !== undefined) return broken(text, lowered(problem), Number(position));
  }
  return broken(text, 'is not JSON', 0);
}

function broken(text: string, problem: string, position: number): ParsedJson {
  const before = text.slice(0, position).split(/\r\n|\n|\r/);
  return { kind: 'broken', problem, line: before.length, column: (before.at(-1)?.length ?? 0) + 1 };
}

function lowered(sentence: string): string {
  return sentence.charAt(0).toLowerCase() + sentence.slice(1);
}
