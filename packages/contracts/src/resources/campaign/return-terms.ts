/** On what terms the client of a campaign may give leads back. */
import { z } from 'zod';
import { requiredTextSchema } from '../../formats/bounds.js';
import { wholeNumberSchema } from '../../formats/primitives.js';

/** The terms of a campaign's returns. They are those of the campaign that placed the lead. */
export const returnTermsSchema = z
  .object({
    windowDays: wholeNumberSchema
      .min(0)
      .max(365)
      .default(7)
      .describe('How many days after the day of its sale a lead may be returned; 0 to 365, default 7.')
      .meta({ example: 7 }),
    reasons: z
      .array(requiredTextSchema)
      .max(100)
      .optional()
      .describe('The reasons that count; without any, every text does.')
      .meta({ example: ['wrong_number', 'outside_area'] }),
    maximumPercent: z
      .number()
      .min(0)
      .max(100)
      .optional()
      .describe('How many percent of the leads placed in a calendar month may be returned; default all.')
      .meta({ example: 15 }),
    autoApprove: z.boolean().default(false).describe('Whether a return is approved as it is requested.'),
  })
  .meta({ id: 'ReturnTerms' });
export type ReturnTerms = z.infer<typeof returnTermsSchema>;
