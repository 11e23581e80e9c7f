/** Reading what came from outside: what can be stored at all first, then the schema; the outcome is a union, nothing is thrown. */
import type { z } from 'zod';
import { problemsOf } from './problems.js';
import { withinPatternBudget } from './safe-pattern.js';
import { unstorableProblems, type DocumentBounds } from './unstorable.js';

/** What reading came to: the value as the schema answers it, or every problem as `path: problem`. */
export type ReadOutcome<Value> =
  | { readonly kind: 'valid'; readonly value: Value }
  | { readonly kind: 'invalid'; readonly problems: string[] };

/** Reads a parsed JSON body; what no body may carry is reported without looking any further. */
export function readBody<Schema extends z.ZodType>(
  schema: Schema,
  body: unknown,
  bounds?: DocumentBounds,
): ReadOutcome<z.output<Schema>> {
  const unstorable = unstorableProblems(body, bounds);
  if (unstorable.length > 0) return { kind: 'invalid', problems: unstorable };
  const parse = () => schema.safeParse(body);
  const read = bounds?.anyPatterns ? parse() : withinPatternBudget(parse);
  return read.success
    ? { kind: 'valid', value: read.data }
    : { kind: 'invalid', problems: problemsOf(read.error) };
}
