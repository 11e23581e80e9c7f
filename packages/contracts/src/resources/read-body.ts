/** Reading what came from outside: keys first, then the schema; the outcome is a union, nothing is thrown. */
import type { z } from 'zod';
import { problemsOf } from './problems.js';
import { unsafeKeyProblems } from './unsafe-keys.js';

/** What reading came to: the value as the schema answers it, or every problem as `path: problem`. */
export type ReadOutcome<Value> =
  | { readonly kind: 'valid'; readonly value: Value }
  | { readonly kind: 'invalid'; readonly problems: string[] };

/** Reads a parsed JSON body; keys that no body may carry are told without looking any further. */
export function readBody<Schema extends z.ZodType>(
  schema: Schema,
  body: unknown,
): ReadOutcome<z.output<Schema>> {
  const unsafe = unsafeKeyProblems(body);
  if (unsafe.length > 0) return { kind: 'invalid', problems: unsafe };
  const read = schema.safeParse(body);
  return read.success
    ? { kind: 'valid', value: read.data }
    : { kind: 'invalid', problems: problemsOf(read.error) };
}
