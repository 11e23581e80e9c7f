/** The envelope around every answer (§1.3). */
import { z } from 'zod';
import { errors, type ErrorCode } from '../errors.js';

const errorCodes = Object.keys(errors) as [ErrorCode, ...ErrorCode[]];

/** An answer outside success. */
export const failureEnvelopeSchema = z
  .object({
    success: z.literal(false).describe('Always false.'),
    error: z
      .object({
        code: z.enum(errorCodes).describe('What went wrong, for programs.'),
        message: z.string().describe('What went wrong, for people.'),
        details: z
          .array(z.string())
          .optional()
          .describe('All problems as `path: problem`; with VALIDATION_ERROR.'),
      })
      .describe('What went wrong.'),
  })
  .meta({
    id: 'Failure',
    example: {
      success: false,
      error: {
        code: 'VALIDATION_ERROR',
        message: 'Invalid input data',
        details: ['email: must be an email address'],
      },
    },
  });
export type FailureEnvelope = z.infer<typeof failureEnvelopeSchema>;

/** The answer of move-to-campaign, which has a message and no data. */
export const messageEnvelopeSchema = z.object({
  success: z.literal(true).describe('Always true.'),
  message: z.string().describe('What was done.'),
});

/** Returns the schema of a success envelope around `data`. */
export function successEnvelopeSchema<Data extends z.ZodType>(data: Data) {
  return z.object({ success: z.literal(true).describe('Always true.'), data });
}
