/** Offers (§2.2): what may be written, and what is stored and returned. */
import { z } from 'zod';
import {
  longTextSchema,
  requiredText,
  requiredTextSchema,
  textListSchema,
  textSchema,
} from '../formats/bounds.js';
import { chosenIdSchema, dateSchema, sentTimestampSchema, timestampSchema } from '../formats/primitives.js';
import { titleCase, upperCase } from '../formats/title-case.js';

/** The kind of claim an offer concerns. */
export const offerCategorySchema = z.enum([
  'mass_tort',
  'personal_injury',
  'class_action',
  'employment',
  'product_liability',
  'medical_malpractice',
  'workers_comp',
  'other',
]);

const name = requiredTextSchema.describe('Shown to people.').meta({ example: 'Roundup' });
const abbrev = requiredText(10).describe('Used in generated campaign codes.').meta({ example: 'RU' });
const active = z.boolean().describe('Whether the offer is in use.');
const category = offerCategorySchema.describe('What kind of claim it is about.');
const optionalShape = {
  description: longTextSchema.optional().describe('For people.'),
  eligibilityCriteria: textListSchema.optional().describe('Who is eligible, in words.'),
  tags: textListSchema.optional().describe('For people.'),
  externalId: textSchema.optional().describe("The offer's identifier elsewhere."),
};

/** The body that creates an offer (§4.6); the name is title-cased, the abbreviation upper-cased. */
export const createOfferInputSchema = z
  .object({
    offerId: chosenIdSchema.optional().describe('Generated when omitted.'),
    name: name.overwrite(titleCase),
    abbrev: abbrev.overwrite(upperCase),
    active: active.default(true),
    category,
    ...optionalShape,
  })
  .meta({ id: 'CreateOffer' });

const startOfDaySchema = dateSchema.overwrite((date) => `${date}T00:00:00.000Z`);

/** The body that updates an offer (§4.6); an unknown key is a problem. `archivedAt: null` restores the offer. */
export const updateOfferInputSchema = z
  .strictObject({
    name: name.optional(),
    abbrev: abbrev.optional(),
    active: active.optional(),
    category: category.optional(),
    ...optionalShape,
    archivedAt: z
      .union([sentTimestampSchema, startOfDaySchema, z.null()], 'must be an ISO 8601 timestamp or null')
      .optional()
      .describe('When the offer was archived; null reactivates the offer.'),
  })
  .meta({ id: 'UpdateOffer' });

/** An offer as stored and returned. */
export const offerSchema = z
  .object({
    offerId: z.string().describe('Identifies the offer.').meta({ example: 'off_roundup' }),
    name,
    abbrev,
    active,
    category,
    ...optionalShape,
    createdAt: timestampSchema.describe('When the offer was created.'),
    updatedAt: timestampSchema.describe('When the offer was last changed.'),
    archivedAt: timestampSchema
      .optional()
      .describe('When the offer was archived; absent while it is in use.'),
  })
  .meta({ id: 'Offer' });
export type Offer = z.infer<typeof offerSchema>;
