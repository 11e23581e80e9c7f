/** The question whether a campaign would refuse a person as a duplicate. */
import { z } from 'zod';
import { requiredTextSchema } from '../formats/bounds.js';
import { evenWithProblems } from '../reading/even-with-problems.js';

const hashSchema = z
  .string()
  .regex(/^[0-9a-f]{64}$/i, 'must be a SHA-256 in hex')
  .meta({ maxLength: 64 });

const pairs = [
  ['phone', 'phoneSha256'],
  ['email', 'emailSha256'],
] as const;

/** The body of the question: a phone number, an email address or both, each plain or hashed. */
export const checkDuplicateInputSchema = z
  .object({
    campaignId: requiredTextSchema
      .describe('The campaign that a lead would be submitted to.')
      .meta({ example: 'ACMRU' }),
    phone: requiredTextSchema.optional().describe('The phone number; without a country code, of the US.'),
    phoneSha256: hashSchema.optional().describe('Or the SHA-256 of its E.164 form with `+`, in hex.'),
    email: requiredTextSchema.optional().describe('The email address.'),
    emailSha256: hashSchema
      .optional()
      .describe('Or the SHA-256 of its stored spelling, in lower case and without spaces, in hex.'),
  })
  .superRefine((body, ctx) => {
    const refuse = (path: string, message: string) => ctx.addIssue({ code: 'custom', path: [path], message });
    if (pairs.flat().every((field) => body[field] === undefined)) refuse('phone', 'is required, or email');
    for (const [plain, hashed] of pairs)
      if (body[plain] !== undefined && body[hashed] !== undefined)
        refuse(hashed, `must not be given with ${plain}`);
  }, evenWithProblems)
  .meta({ id: 'CheckDuplicate' });
