/** Look-ups: what a vendor is asked about a lead, and what is kept of its answer. Defined in the tenant file. */
import { z } from 'zod';
import { jsonPathSchema } from './answer-source.js';
import { headerValueSchema, longTextSchema, mapOf, textSchema } from '../formats/bounds.js';
import { evenWithProblems } from '../reading/even-with-problems.js';
import { headersSchema } from '../formats/header-rules.js';
import { longestTimeoutSeconds } from './longest-timeouts.js';
import { lookupUrlSchema } from './lookup-url.js';
import { chosenIdSchema, wholeNumberSchema } from '../formats/primitives.js';
import { spelled } from '../formats/spelled-enum.js';

/** What becomes of a lead about which a look-up has no usable answer. */
export const lookupErrorActions = ['hold', 'disqualify', 'pass'] as const;

const fieldNameSchema = z
  .string()
  .max(40)
  .regex(/^[A-Za-z0-9_]+$/, 'must be letters, digits and underscores');

const goodWhenSchema = z.object({
  jsonPath: jsonPathSchema.describe('A value of the answer.'),
  equals: z.union([textSchema, z.number(), z.boolean(), z.null()]).describe('What it has to be.'),
});

const mappedSchema = z.object({
  field: fieldNameSchema.describe('Its name: `code` is the condition field `lookup.<id>.code`.'),
  jsonPath: jsonPathSchema.describe('Where the answer has it.'),
});

const shape = {
  lookupId: chosenIdSchema.describe('Its id, which campaigns and conditions name.'),
  name: textSchema.optional().describe('Shown to people.'),
  active: z.boolean().default(true).describe('False asks nobody.'),
  method: spelled(['GET', 'POST']).default('GET').describe('How it is asked; only a POST has a body.'),
  body: longTextSchema
    .optional()
    .describe('The body of a POST, a Liquid template; JSON unless a header says otherwise.'),
  timeoutSeconds: wholeNumberSchema
    .min(1)
    .max(longestTimeoutSeconds.lookup)
    .default(10)
    .describe('How long an answer is waited for.'),
  goodWhen: goodWhenSchema.optional().describe('Where it does not hold, there is no answer.'),
  map: z
    .array(mappedSchema)
    .min(1)
    .max(20)
    .describe('What is kept of an answer: text, numbers, true or false, or lists of these.'),
  onError: spelled(lookupErrorActions)
    .default('hold')
    .describe('Without an answer a lead waits for a person (default), is disqualified, or goes on.'),
  cacheDays: wholeNumberSchema
    .min(0)
    .max(90)
    .default(0)
    .describe('For how many days a good answer also answers the same request about other leads.'),
  testToo: z.boolean().default(false).describe('Whether it is asked about test leads.'),
};

/** A look-up as the operator defines it. */
export const lookupInputSchema = z
  .object({
    ...shape,
    url: lookupUrlSchema.describe(
      'Who is asked. `{{ key }}` in path and query is a value of the lead, percent-encoded.',
    ),
    headers: headersSchema.optional().describe('Sent with every request.'),
  })
  .superRefine(({ method, body, map }, ctx) => {
    if (body !== undefined && method === 'GET')
      ctx.addIssue({ code: 'custom', path: ['body'], message: 'needs the method POST' });
    const seen = new Set<unknown>();
    for (const [index, { field }] of (Array.isArray(map) ? map : []).entries()) {
      if (seen.has(field))
        ctx.addIssue({ code: 'custom', path: ['map', index, 'field'], message: 'is used twice' });
      seen.add(field);
    }
  }, evenWithProblems);

/** A look-up as stored. */
export const lookupSchema = z.object({
  ...shape,
  url: z.string(),
  headers: mapOf(headerValueSchema).optional(),
});
export type Lookup = z.infer<typeof lookupSchema> & { readonly archivedAt?: string };

/** A value that was taken from an answer. */
export type LookupValue = LookupScalar | readonly LookupScalar[];
export type LookupScalar = string | number | boolean;

/** What a vendor answered about a lead. */
export interface LookupAnswer {
  /** When it answered. */
  readonly at: Date;
  /** By the names of the look-up's `map`; what the answer did not have is absent. */
  readonly fields: Readonly<Record<string, LookupValue>>;
}

/** What look-ups have answered about a lead, by their ids. */
export type LookupAnswers = Readonly<Record<string, LookupAnswer>>;

/** What the condition fields of look-ups begin with: `lookup.<id>.<field>`. */
export const LOOKUP_PREFIX = 'lookup.';

/** The look-up that a condition field reads; undefined if it reads none. */
export function lookupOfField(field: string): string | undefined {
  if (!field.startsWith(LOOKUP_PREFIX)) return undefined;
  const end = field.indexOf('.', LOOKUP_PREFIX.length);
  return field.slice(LOOKUP_PREFIX.length, end < 0 ? undefined : end);
}
