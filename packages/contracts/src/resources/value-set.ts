/** Named lists of values that conditions refer to (§2.1.9). Defined in the tenant file. */
import { z } from 'zod';
import { textSchema } from '../formats/bounds.js';
import { chosenIdSchema } from '../formats/primitives.js';

/** A list of values, compared like condition values. */
export const valueSetSchema = z.object({
  valueSetId: chosenIdSchema.describe('Its id, which conditions name.'),
  name: textSchema.optional().describe('Shown to people.'),
  values: z
    .array(z.union([textSchema, z.number(), z.boolean()], 'must be text, a number, true or false'))
    .max(100_000)
    .describe('What a lead is compared with; at most 100,000 values.'),
});
export type ValueSet = z.infer<typeof valueSetSchema>;
