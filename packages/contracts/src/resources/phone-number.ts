/** Numbers from which a tenant sends messages. Defined in the tenant file. */
import { z } from 'zod';
import { chosenIdSchema, e164Schema, wholeNumberSchema } from '../formats/primitives.js';
import { smsProviderSchema } from './sms.js';

/** A number of a tenant, with its vendor. */
export const phoneNumberSchema = z.object({
  phoneNumberId: chosenIdSchema.describe('Its id.'),
  phoneNumber: e164Schema.describe('The number, such as +14155550132.'),
  provider: smsProviderSchema.default('console').describe('The vendor that sends from it.'),
  sms: z.boolean().default(false).describe('Whether it can send SMS messages.'),
  position: wholeNumberSchema
    .optional()
    .describe('Its place among the numbers: the first is preferred. Default its place in the file.'),
});
/** A number as stored. One that is archived sends nothing. */
export type PhoneNumber = z.infer<typeof phoneNumberSchema> & { readonly archivedAt?: string };
