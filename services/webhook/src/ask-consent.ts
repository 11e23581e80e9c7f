/** The check that asks TrustedForm about the certificate of a lead: its request, and what an answer says. */
import type { ConsentBody } from '@sluice/contracts';
import {
  afterConsentCall,
  certificateId,
  consentCheck,
  consentQuestion,
  fieldValue,
  readConsent,
  recallConsent,
  redactSecrets,
  writeConsent,
  type ConsentAnswer,
} from '@sluice/domain';
import { CONSENT_TIMEOUT_MS, trustedFormAccount, trustedFormRequest } from '@sluice/providers';
import type { StoredSubmission } from '@sluice/store';
import type { EndedCheck, VendorCheck } from './check-call.js';
import type { WebhookDeps } from './deps.js';

/** What is asked; how it ends if nobody has to be asked, or can be. */
export async function askConsent(
  deps: WebhookDeps,
  submission: StoredSubmission,
  { check, field }: ConsentBody,
): Promise<VendorCheck<ConsentAnswer> | EndedCheck> {
  const { tenantId, supplierId, submissionId } = submission;
  const { suppliers } = deps.stores.forTenant(tenantId);
  const [supplier, credentials] = await Promise.all([
    supplierId === undefined ? undefined : suppliers.cached(supplierId),
    deps.stores.secrets.cachedCredentials(tenantId, deps.encryptionKeys),
  ]);
  const account = trustedFormAccount(credentials);
  if (!account) return { result: { kind: 'failed', reason: 'no_consent_provider' } };
  // Read again, because only an address of exactly this form may get the key.
  const id = certificateId(fieldValue({ ...submission, files: [] }, field));
  const question = consentQuestion(submission.data, { submissionId, vendor: supplier?.name });
  if (id === undefined || consentCheck(id) !== check || !question)
    return { result: { kind: 'failed', reason: 'impossible' } };
  const request = trustedFormRequest(account, id, question);
  return {
    url: account.baseUrl,
    timeoutMs: CONSENT_TIMEOUT_MS,
    redact: redactSecrets(account.secrets),
    send: () => deps.outbound.send(request),
    read: readConsent,
    after: afterConsentCall,
    write: writeConsent,
    recall: recallConsent,
  };
}
