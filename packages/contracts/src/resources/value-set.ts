/** Named lists of values that conditions look into (§2.1.9). Written in the tenant file. */
import { z } from 'zod';
import { textSchema } from './bounds.js';
import { chosenIdSchema } from './primitives.js';

/** A list of values; compared as condition values are. */
export const valueSetSchema = z.object({
  valueSetId: chosenIdSchema,
  name: textSchema.optional(),
  values: z
    .array(z.union([textSchema, z.number(), z.boolean()], 'must be text, a number, true or false'))
    .max(100_000),
});
export type ValueSet = z.infer<typeof valueSetSchema>;
