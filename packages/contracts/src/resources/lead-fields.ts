/** The fields of a lead that several bodies have (§2.4). */
import { z } from 'zod';
import {
  longTextSchema,
  looseMapSchema,
  looseValueSchema,
  maxEntries,
  openObjectBounds,
  requiredTextSchema,
  textSchema,
} from './bounds.js';
import { keyProblem } from './unstorable.js';
import { dateOfBirthSchema } from './date-of-birth.js';
import { phoneSchema } from './lead-phone.js';
import { countrySchema, emailSchema, timeZoneSchema } from './primitives.js';

/** The address of a lead. */
export const leadAddressSchema = z
  .object({
    street: textSchema.optional().describe('Street and number.'),
    city: textSchema.optional().describe('City.'),
    state: textSchema.optional().describe('State or province.'),
    zip: textSchema.optional().describe('Postal code.'),
  })
  .meta({ id: 'LeadAddress', example: { city: 'Oakland', state: 'CA', zip: '94607' } });
export type LeadAddress = z.infer<typeof leadAddressSchema>;

/** The origin of a lead; any keys, stored as they come. Tracking that cannot be right must not cost the lead. */
export const attributionSchema = z
  .object({
    params: looseValueSchema
      .optional()
      .describe('Query parameters of the page, by name; click ids are looked for here too.'),
    fbclid: looseValueSchema.optional().describe('Click id of the social ad platform.'),
    fbp: looseValueSchema.optional().describe('Browser id of the social ad platform.'),
    fbc: looseValueSchema.optional().describe('Click cookie of the social ad platform.'),
    ttclid: looseValueSchema.optional().describe('Click id of the short-video ad platform.'),
    ttp: looseValueSchema.optional().describe('Browser id of the short-video ad platform.'),
    captureUrl: looseValueSchema.optional().describe('The page on which the lead was captured.'),
    ipAddress: looseValueSchema.optional().describe("The lead's IP address."),
    userAgent: looseValueSchema.optional().describe("The lead's browser."),
  })
  .catchall(looseValueSchema)
  .meta({ id: 'Attribution', ...openObjectBounds });
export type Attribution = z.infer<typeof attributionSchema>;

/** What the lead consented to, and what was verified; any keys, stored as they come. */
export const complianceSchema = z
  .object({
    ipAddress: looseValueSchema.optional().describe("The lead's IP address."),
    userAgent: looseValueSchema.optional().describe("The lead's browser."),
  })
  .catchall(looseValueSchema)
  .meta({ id: 'Compliance', ...openObjectBounds });

// Some languages write an empty map as an empty list, and a missing one as null.
function orEmpty<Schema extends z.ZodType>(schema: Schema) {
  return z
    .preprocess(
      (sent) => (sent === null || (Array.isArray(sent) && sent.length === 0) ? undefined : sent),
      schema.optional(),
    )
    .optional();
}

/** The tracking of a lead that is sent. */
export const trackedShape = {
  attribution: orEmpty(attributionSchema).describe('Where the lead came from.'),
  compliance: orEmpty(complianceSchema).describe('What was consented to and verified.'),
};

// The answer is stored under this key, so the rules for keys of a body apply; bulk update writes it after a dot.
function requireStorableKey(key: string, ctx: z.RefinementCtx): void {
  const problem = keyProblem(key.trim()) ?? (key.includes('.') ? 'is not an allowed key' : undefined);
  if (problem !== undefined) ctx.addIssue({ code: 'custom', message: problem });
}

/** One answer of a questionnaire in array form, with the key or text of its question. */
export const questionnaireItemSchema = z
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
export type QuestionnaireItem = z.infer<typeof questionnaireItemSchema>;

/** Answers by field key, or a list of questions with their answers. */
export const questionnaireSchema = z
  .union([looseMapSchema, z.array(questionnaireItemSchema).max(maxEntries)], 'must be an object or an array')
  .meta({ example: { injury: 'yes' } });
export type Questionnaire = z.infer<typeof questionnaireSchema>;

/** Files sent with a lead: objects, or addresses of files. */
export const leadFilesSchema = z
  .array(z.union([looseMapSchema, longTextSchema], 'must be an object or a URL'))
  .max(maxEntries);

/** The optional fields of a lead that both submit and direct create take. */
export const optionalLeadShape = {
  address: leadAddressSchema.optional().describe('Where the lead lives.'),
  country: countrySchema
    .optional()
    .describe('ISO 3166 country code; also the region of the phone.')
    .meta({ example: 'US' }),
  questionnaire: questionnaireSchema
    .default({})
    .describe('Answers by field key, or a list of questions and answers.'),
  ...trackedShape,
  timezone: timeZoneSchema
    .optional()
    .describe('IANA time zone name.')
    .meta({ example: 'America/Los_Angeles' }),
  dateOfBirth: dateOfBirthSchema.optional(),
  files: leadFilesSchema.optional().describe('Files that came with the lead.'),
  isTest: z.boolean().optional().describe('True marks a test lead: no deduplication, no pixels, no limits.'),
};

/** The contact fields of a lead, all optional. */
export const contactShape = {
  firstName: requiredTextSchema.describe('First name.').meta({ example: 'Ada' }),
  lastName: requiredTextSchema.describe('Last name.').meta({ example: 'Ortiz' }),
  email: emailSchema.describe('Mail address.').meta({ example: 'ada.ortiz@example.com' }),
  phone: phoneSchema.describe('Telephone number: digits, spaces, hyphens, parentheses, periods and plus.'),
};
