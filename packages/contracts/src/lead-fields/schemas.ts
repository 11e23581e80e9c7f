/** The schemas of fields of a lead that are more than one text (§2.4). */
import { z } from 'zod';
import {
  longTextSchema,
  looseMapSchema,
  looseValueSchema,
  maxEntries,
  noteSchema,
  openObjectBounds,
  textSchema,
} from '../formats/bounds.js';
import { keyProblem } from '../reading/unstorable.js';
import { addressParts, type AddressPart } from './address-parts.js';
import { trackingFields, type TrackingColumns } from './tracking-fields.js';

type AddressShape = { [Part in AddressPart]: (typeof addressParts)[Part]['schema'] };

/** The address of a lead. */
export const leadAddressSchema = z
  .object(
    Object.fromEntries(
      Object.entries(addressParts).map(([part, { schema }]) => [part, schema]),
    ) as AddressShape,
  )
  .meta({ id: 'LeadAddress', example: { city: 'Oakland', state: 'CA', zip: '94607' } });

// The entries that the interface describes in this place; others may stand there as well.
function describedIn(place: 'attribution' | 'compliance') {
  return Object.fromEntries(
    Object.entries<TrackingColumns>(trackingFields).flatMap(([name, { described, places }]) =>
      described !== false && places.includes(place)
        ? [[name, looseValueSchema.optional().describe(described)] as const]
        : [],
    ),
  );
}

/** The origin of a lead; any keys, stored as they come. Tracking that cannot be right must not cost the lead. */
export const attributionSchema = z
  .object({
    params: looseValueSchema
      .optional()
      .describe('Query parameters of the page, by name; click ids are looked for here too.'),
    ...describedIn('attribution'),
  })
  .catchall(looseValueSchema)
  .meta({ id: 'Attribution', ...openObjectBounds });

/** What the lead consented to, and what was verified; any keys, stored as they come. */
export const complianceSchema = z
  .object(describedIn('compliance'))
  .catchall(looseValueSchema)
  .meta({ id: 'Compliance', ...openObjectBounds });

/** A map that may be missing as some languages write it: null, and an empty list for an empty map. */
export function orEmpty<Schema extends z.ZodType>(schema: Schema) {
  return z
    .preprocess(
      (sent) => (sent === null || (Array.isArray(sent) && sent.length === 0) ? undefined : sent),
      schema.optional(),
    )
    .optional();
}

// The answer is stored under this key, so the rules for keys of a body apply; bulk update writes it after a dot.
function requireStorableKey(key: string, ctx: z.RefinementCtx): void {
  const problem = keyProblem(key.trim()) ?? (key.includes('.') ? 'is not an allowed key' : undefined);
  if (problem !== undefined) ctx.addIssue({ code: 'custom', message: problem });
}

/** One answer of a questionnaire in array form, with the key or text of its question. */
const questionnaireItemSchema = z
  .object({
    key: textSchema
      .superRefine(requireStorableKey)
      .optional()
      .describe('Field library key of the question; a dot is not allowed in it.'),
    label: textSchema.optional().describe('Wording of the question, matched to the field library.'),
    question: textSchema.optional().describe('Another name for `label`.'),
    answer: looseValueSchema.optional().describe('The answer.'),
    value: looseValueSchema.optional().describe('Another name for `answer`.'),
  })
  .catchall(looseValueSchema)
  .meta({ id: 'QuestionnaireItem', ...openObjectBounds });

/** Answers by field key, or a list of questions with their answers. */
export const questionnaireSchema = z
  .union([looseMapSchema, z.array(questionnaireItemSchema).max(maxEntries)], 'must be an object or an array')
  .meta({ example: { injury: 'yes' } });

/** Files sent with a lead: objects, or addresses of files. */
export const leadFilesSchema = z
  .array(z.union([looseMapSchema, longTextSchema], 'must be an object or a URL'))
  .max(maxEntries);

/** A list of notes. */
export const noteListSchema = z
  .array(z.union([noteSchema, looseMapSchema], 'must be text or an object'))
  .max(maxEntries);
