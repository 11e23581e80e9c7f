/** The problems of a body, as its sender sees them. */
import type { z } from 'zod';
import { readBody } from '../src/reading/read-body.js';

/** Returns every problem that `schema` finds in `body`; none if it is valid. */
export function problemsIn(schema: z.ZodType, body: unknown): string[] {
  const read = readBody(schema, body);
  return read.kind === 'invalid' ? read.problems : [];
}
