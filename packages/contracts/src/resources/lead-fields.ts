/** The fields of a lead that several bodies share (§2.4). */
import { z } from 'zod';
import { countrySchema, dateSchema, emailSchema, looseMapSchema, timeZoneSchema } from './primitives.js';

/** Accepts a telephone number as people write it: at least 10 characters (§8). */
export const phoneSchema = z
  .string()
  .min(10)
  .regex(/^[\d\s().+-]*$/, 'must contain only digits, spaces, hyphens, parentheses, periods and plus')
  .meta({ example: '+1 (415) 555-0132' });

/** Where a lead lives. */
export const leadAddressSchema = z
  .object({
    street: z.string().optional().describe('Street and number.'),
    city: z.string().optional().describe('City.'),
    state: z.string().optional().describe('State or province.'),
    zip: z.string().optional().describe('Postal code.'),
  })
  .meta({ id: 'LeadAddress', example: { city: 'Oakland', state: 'CA', zip: '94607' } });
export type LeadAddress = z.infer<typeof leadAddressSchema>;

// Trackers send null for what they did not see; that must not cost a lead.
const trackedText = z.string().nullish();

/** Where a lead came from; keys beyond these are kept. */
export const attributionSchema = z
  .looseObject({
    params: looseMapSchema
      .nullish()
      .describe('Query parameters of the page; click ids are looked for here too.'),
    fbclid: trackedText.describe('Click id of the social ad platform.'),
    fbp: trackedText.describe('Browser id of the social ad platform.'),
    fbc: trackedText.describe('Click cookie of the social ad platform.'),
    ttclid: trackedText.describe('Click id of the short-video ad platform.'),
    ttp: trackedText.describe('Browser id of the short-video ad platform.'),
    captureUrl: trackedText.describe('The page on which the lead was captured.'),
    ipAddress: trackedText.describe("The lead's IP address."),
    userAgent: trackedText.describe("The lead's browser."),
  })
  .meta({ id: 'Attribution' });
export type Attribution = z.infer<typeof attributionSchema>;

/** What was consented to and verified; keys beyond these are kept. */
export const complianceSchema = z
  .looseObject({
    ipAddress: trackedText.describe("The lead's IP address."),
    userAgent: trackedText.describe("The lead's browser."),
  })
  .meta({ id: 'Compliance' });

/** One answer of a questionnaire in array form, with its question's key or wording. */
export const questionnaireItemSchema = z
  .looseObject({
    key: z.string().optional().describe('Field library key of the question.'),
    label: z.string().optional().describe('Wording of the question, matched to the field library.'),
    question: z.string().optional().describe('Another name for `label`.'),
    answer: z.unknown().optional().describe('The answer.'),
    value: z.unknown().optional().describe('Another name for `answer`.'),
  })
  .meta({ id: 'QuestionnaireItem' });
export type QuestionnaireItem = z.infer<typeof questionnaireItemSchema>;

/** Answers by field key, or a list of questions with their answers. */
export const questionnaireSchema = z
  .union([looseMapSchema, z.array(questionnaireItemSchema)], 'must be an object or an array')
  .meta({ example: { injury: 'yes' } });
export type Questionnaire = z.infer<typeof questionnaireSchema>;

/** Files that came with a lead: objects, or addresses of files. */
export const leadFilesSchema = z.array(z.union([looseMapSchema, z.string()], 'must be an object or a URL'));

/** A date of birth, `YYYY-MM-DD`. */
export const dateOfBirthSchema = dateSchema
  .describe('Date of birth, YYYY-MM-DD.')
  .meta({ example: '1984-05-17' });

/** The optional fields of a lead that submit and direct create have in common. */
export const optionalLeadShape = {
  address: leadAddressSchema.optional().describe('Where the lead lives.'),
  country: countrySchema
    .optional()
    .describe('ISO 3166 country code; also the region of the phone.')
    .meta({ example: 'US' }),
  questionnaire: questionnaireSchema
    .default({})
    .describe('Answers by field key, or a list of questions and answers.'),
  attribution: attributionSchema.optional().describe('Where the lead came from.'),
  compliance: complianceSchema.optional().describe('What was consented to and verified.'),
  timezone: timeZoneSchema
    .optional()
    .describe('IANA time zone name.')
    .meta({ example: 'America/Los_Angeles' }),
  dateOfBirth: dateOfBirthSchema.optional(),
  files: leadFilesSchema.optional().describe('Files that came with the lead.'),
  isTest: z.boolean().optional().describe('True marks a test lead: no deduplication, no pixels, no limits.'),
};

/** The contact fields of a lead, none of them demanded. */
export const contactShape = {
  firstName: z.string().min(1).describe('First name.').meta({ example: 'Ada' }),
  lastName: z.string().min(1).describe('Last name.').meta({ example: 'Ortiz' }),
  email: emailSchema.describe('Mail address.').meta({ example: 'ada.ortiz@example.com' }),
  phone: phoneSchema.describe('Telephone number.'),
};
