/**
 * Reads outside input: first checks that it can be stored, then applies the schema. Returns a union and never throws.
 */
import type { z } from 'zod';
import { problemsOf } from './problems.js';
import { withinPatternBudget } from './safe-pattern.js';
import { unstorableProblems, type DocumentBounds } from './unstorable.js';

/** The result of reading: the value as parsed by the schema, or every problem as `path: problem`. */
export type ReadOutcome<Value> =
  | { readonly kind: 'valid'; readonly value: Value }
  | { readonly kind: 'invalid'; readonly problems: string[] };

/** Reads a parsed JSON body. If it contains something that no body may contain, only that is reported. */
export function readBody<Schema extends z.ZodType>(
  schema: Schema,
  body: unknown,
  bounds?: DocumentBounds,
): ReadOutcome<z.output<Schema>> {
  const unstorable = unstorableProblems(body, bounds);
  if (unstorable.length > 0) return { kind: 'invalid', problems: unstorable };
  const parse = () => schema.safeParse(body);
  try {
    const read = bounds?.anyPatterns ? parse() : withinPatternBudget(parse);
    return read.success
      ? { kind: 'valid', value: read.data }
      : { kind: 'invalid', problems: problemsOf(read.error) };
  } catch (error) {
    const problems = incomparableLengths(body);
    if (problems.length === 0) throw error;
    return { kind: 'invalid', problems };
  }
}

// In place of a text or list, the schema library compares the `length` of whatever it finds, and throws for an object
// there that has neither a number nor a text as its value.
function incomparableLengths(value: unknown, at: readonly string[] = []): string[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, member]: [string, unknown]) => {
    const path = [...at, key];
    const isOne = key === 'length' && typeof member === 'object' && member !== null;
    return isOne ? [`${path.join('.')}: must be a string or a number`] : incomparableLengths(member, path);
  });
}
