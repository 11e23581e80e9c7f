/** Variables that a voice agent is given about a lead (§2.1.8). Defined in the tenant file. */
import { z } from 'zod';
import { longTextSchema } from '../formats/bounds.js';
import { chosenIdSchema } from '../formats/primitives.js';

const MOST_VARIABLES = 100;

/** Named Liquid templates; agents of campaigns refer to them by `agentVariablesConfigId`. */
export const agentVariablesSchema = z.object({
  agentVariablesConfigId: chosenIdSchema.describe('Their id, which campaigns name.'),
  variables: z
    .record(
      z.string().regex(/^[A-Za-z0-9_]{1,64}$/, 'must be 1 to 64 letters, digits or underscores'),
      longTextSchema,
    )
    .refine((map) => Object.keys(map).length <= MOST_VARIABLES, `must have at most ${MOST_VARIABLES} entries`)
    .meta({ maxProperties: MOST_VARIABLES, propertyNames: { type: 'string', maxLength: 64 } })
    .describe('A Liquid template by the name of each variable.'),
});
export type AgentVariables = z.infer<typeof agentVariablesSchema>;
