/** Parses JSON that people send, without changing its numbers. */
import { jsonFault, readJson, WrittenNumber } from '@sluice/contracts';

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
  const start = { kind: 'broken', line: 1, column: 1 } as const;
  try {
    const value: unknown = JSON.parse(text);
    if (!changesNumbers(value, DEEPEST)) return { kind: 'value', value, problems: [] };
  } catch (error) {
    if (error instanceof RangeError) return { ...start, problem: `is nested deeper than ${DEEPEST} levels` };
    return { ...start, problem: 'is not JSON', ...jsonFault(text) };
  }
  const problems: string[] = [];
  return { kind: 'value', value: withDigits(readJson(text)?.value, [], problems), problems };
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
  if (typeof value === 'number' || value instanceof WrittenNumber) {
    const digits = String(value);
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
