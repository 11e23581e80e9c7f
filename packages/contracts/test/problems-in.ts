/** What is wrong with a body, as its sender reads it. */
import type { z } from 'zod';
import { readBody } from '../src/resources/read-body.js';

/** Every problem that `schema` has with `body`; none when it is valid. */
export function problemsIn(schema: z.ZodType, body: unknown): string[] {
  const read = readBody(schema, body);
  return read.kind === 'invalid' ? read.problems : [];
}
