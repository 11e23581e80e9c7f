/** The field library (§2.8): a tenant's field keys, and the rules for their values. */
import { z } from 'zod';
import { requiredTextSchema } from '../formats/bounds.js';
import { knownWord, queryFlagSchema, searchSchema } from '../reading/list-query.js';
import { timestampSchema, wholeNumberSchema } from '../formats/primitives.js';
import { safePatternSchema } from '../conditions/safe-pattern.js';
import { spelled } from '../formats/spelled-enum.js';

/** The category of a field. */
export const fieldCategorySchema = z.enum([
  'question',
  'file',
  'system',
  'contact',
  'attribution',
  'compliance',
  'flags',
  'custom',
]);
export type FieldCategory = z.infer<typeof fieldCategorySchema>;

/** The rules for a field's values; lengths count characters, `min` and `max` apply to numbers. */
export const validationRulesSchema = z
  .object({
    required: z.boolean().optional().describe('Whether a lead needs a value.'),
    pattern: safePatternSchema.optional().describe('The whole value has to match; linear-time syntax.'),
    minLength: wholeNumberSchema.min(0).optional().describe('Fewest characters.'),
    maxLength: wholeNumberSchema.min(0).optional().describe('Most characters.'),
    min: z.number().optional().describe('Smallest number.'),
    max: z.number().optional().describe('Largest number.'),
  })
  .meta({ id: 'ValidationRules' });
export type ValidationRules = z.infer<typeof validationRulesSchema>;

const entryShape = {
  key: z
    .string()
    .regex(/^[A-Za-z0-9_]{1,64}$/, 'must be 1 to 64 letters, digits or underscores')
    .meta({ maxLength: 64 })
    .describe('The internal field key.')
    .meta({ example: 'injury' }),
  label: requiredTextSchema.describe('Shown to people, and matched by questionnaires in array form.'),
  category: fieldCategorySchema.describe('What the field is about.'),
  dataType: spelled([
    'string',
    'number',
    'boolean',
    'date',
    'email',
    'phone',
    'url',
    'object',
    'array',
    'file',
  ])
    .default('string')
    .describe('What kind of value it holds.'),
  validationRules: validationRulesSchema.optional().describe('What its values have to be.'),
  isStandard: z.boolean().default(false).describe('Whether the field is built in.'),
  active: z.boolean().default(true).describe('Whether the field is in use.'),
};

/** An entry of the field library as the operator defines it. */
export const fieldLibraryEntryInputSchema = z.object(entryShape);
export type FieldLibraryEntryInput = z.infer<typeof fieldLibraryEntryInputSchema>;

/** An entry of the field library as stored and returned. */
export const fieldLibraryEntrySchema = z
  .object({
    ...entryShape,
    createdAt: timestampSchema.describe('When the entry was created.'),
    updatedAt: timestampSchema.describe('When the entry was last changed.'),
  })
  .meta({ id: 'FieldLibraryEntry' });
export type FieldLibraryEntry = z.infer<typeof fieldLibraryEntrySchema>;

/** The query of the field library; an invalid filter value matches nothing. */
export const listFieldsQuerySchema = z.object({
  category: knownWord(fieldCategorySchema).describe(
    'Only fields of this category; an unknown one matches nothing.',
  ),
  active: queryFlagSchema.describe(
    'Only fields that are, or are not, in use; another word than true or false matches nothing.',
  ),
  search: searchSchema.describe('Part of the key or label, any case.'),
});
export type ListFieldsQuery = z.infer<typeof listFieldsQuerySchema>;
