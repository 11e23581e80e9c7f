/** What a campaign asks of the certificate by which a lead proves its consent. */
import { z } from 'zod';
import { requiredTextSchema } from '../formats/bounds.js';
import { evenWithProblems } from '../reading/even-with-problems.js';
import { spelled } from '../formats/spelled-enum.js';

const trustedFormSchema = z
  .object({
    field: requiredTextSchema
      .max(128)
      .default('compliance.trustedFormCertUrl')
      .describe('The field with the address of the certificate.'),
    required: z.boolean().default(true).describe('Whether a lead needs a certificate.'),
    retain: spelled(['at_qualification', 'before_delivery', 'after_acceptance'])
      .default('before_delivery')
      .describe(
        'When the certificate is matched and retained: `before_delivery` (default), once the lead is routed to this campaign; `at_qualification`, before any lead that is sent to it is routed; or `after_acceptance`: it is matched before delivery, and retained once the buyer has accepted the lead.',
      ),
    onFailure: spelled(['disqualify', 'flag', 'skip'])
      .default('disqualify')
      .describe(
        'What a bad certificate means: the lead is disqualified (default), goes on with a mark (`flag`), or, but not with `at_qualification`, goes to the next buyer without this one having been asked (`skip`).',
      ),
    onError: spelled(['hold', 'pass'])
      .default('hold')
      .describe(
        'What becomes of a lead if TrustedForm does not answer: it waits for a person (default), or goes on.',
      ),
  })
  .refine(({ retain, onFailure }) => retain !== 'at_qualification' || onFailure !== 'skip', {
    path: ['onFailure'],
    message: 'must not be skip beside retain at_qualification, before any buyer is chosen',
    ...evenWithProblems,
  });
export type TrustedForm = z.infer<typeof trustedFormSchema>;

/** What proves the consent of a campaign's leads. */
export const consentSchema = z
  .object({ trustedForm: trustedFormSchema.describe('A certificate of TrustedForm.') })
  .meta({ id: 'Consent' });

/** What is known of a certificate: good, or why it is not. */
export const consentStatuses = [
  'ok',
  'consent_failed',
  'consent_expired',
  'consent_missing',
  'consent_invalid',
] as const;
export type ConsentStatus = (typeof consentStatuses)[number];
