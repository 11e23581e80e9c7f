/** What a campaign asks of the certificate by which a lead proves its consent. */
import { z } from 'zod';
import { requiredTextSchema } from './bounds.js';
import { spelled } from './spelled-enum.js';

const trustedFormSchema = z.object({
  field: requiredTextSchema
    .max(128)
    .default('compliance.trustedFormCertUrl')
    .describe('The field with the address of the certificate.'),
  required: z.boolean().default(true).describe('Whether a lead needs a certificate.'),
  retain: spelled(['at_qualification']).describe(
    'When the certificate is matched and retained: `at_qualification`, before the lead is routed.',
  ),
  onFailure: spelled(['disqualify', 'flag'])
    .default('disqualify')
    .describe('What a bad certificate means: the lead is disqualified (default), or goes on with a mark.'),
  onError: spelled(['hold', 'pass'])
    .default('hold')
    .describe(
      'What becomes of a lead if TrustedForm does not answer: it waits for a person (default), or goes on.',
    ),
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
