/** The check that asks TrustedForm about the certificate of a lead: its request, and what an answer says. */
import type { ConsentBody, ConsentCheck } from '@sluice/contracts';
import {
  certificateId,
  checkId,
  consentCheck,
  consentCheckFor,
  consentOutcome,
  consentPatience,
  consentQuestion,
  fieldValue,
  readConsent,
  recallConsent,
  redactSecrets,
  stepOf,
  type ConsentAnswer,
} from '@sluice/domain';
import { nextLook, now } from '@sluice/pipeline';
import { CONSENT_TIMEOUT_MS, trustedFormAccount, trustedFormRequest } from '@sluice/providers';
import type { StoredSubmission, TenantStores } from '@sluice/store';
import { answeredBefore, type EndedCheck, type VendorCheck, type WaitingCheck } from './check-call.js';
import type { WebhookDeps } from '../deps.js';

/** What is asked; how it ends if nobody has to be asked, or can be; or until when another call is waited for. */
export async function askConsent(
  deps: WebhookDeps,
  submission: StoredSubmission,
  { check, field }: ConsentBody,
): Promise<VendorCheck<ConsentAnswer> | EndedCheck | WaitingCheck> {
  const { tenantId, supplierId, submissionId } = submission;
  const { effects, suppliers } = deps.stores.forTenant(tenantId);
  const [supplier, credentials] = await Promise.all([
    supplierId === undefined ? undefined : suppliers.cached(supplierId),
    deps.stores.secrets.cachedCredentials(tenantId, deps.encryptionKeys),
  ]);
  const step = stepOf(check);
  if (step === 'retain' && (await isSettled(effects, submissionId, check)))
    return { result: { kind: 'skipped', reason: 'decided_before' } };
  const early = step === 'retain' || step === 'early' ? undefined : await askedEarly(deps, submission, check);
  if (early) return early;
  const account = trustedFormAccount(credentials);
  if (!account) return { result: { kind: 'failed', reason: 'no_consent_provider' } };
  // Read again, because only an address of exactly this form may get the key.
  const id = certificateId(fieldValue({ ...submission, files: [] }, field));
  const question = consentQuestion(submission.data, { submissionId, vendor: supplier?.name, step });
  if (id === undefined || consentCheck(id, step) !== check || !question)
    return { result: { kind: 'failed', reason: 'impossible' } };
  const request = trustedFormRequest(account, id, question);
  return {
    url: account.baseUrl,
    timeoutMs: CONSENT_TIMEOUT_MS,
    redact: redactSecrets(account.secrets),
    send: () => deps.outbound.send(request),
    read: readConsent,
    patience: consentPatience,
    // A retention after the sale has failed unless the certificate is retained.
    lacks: ({ status }) => (step === 'retain' && status !== 'ok' ? status : undefined),
    recall: recallConsent,
  };
}

// While the lead is held its certificate may be retained already, and the lead go on before that has ended.
async function askedEarly(
  deps: WebhookDeps,
  { tenantId, submissionId }: StoredSubmission,
  check: ConsentCheck,
): Promise<EndedCheck | WaitingCheck | undefined> {
  const { effects } = deps.stores.forTenant(tenantId);
  const early = await effects.find(checkId(submissionId, consentCheckFor(check, 'early')));
  if (early?.status === 'due')
    return { kind: 'under_way', until: nextLook(early.enqueuedAt ?? early.createdAt, now(deps)) };
  const outcome = consentOutcome(early);
  return outcome?.kind === 'answered' ? answeredBefore(outcome.answer, now(deps)) : undefined;
}

// A certificate that another campaign had retained, or that is known to be a bad one, is not retained after the sale.
async function isSettled(
  effects: TenantStores['effects'],
  submissionId: string,
  check: ConsentCheck,
): Promise<boolean> {
  const answerOf = async (of: ConsentCheck) => {
    const outcome = consentOutcome(await effects.find(checkId(submissionId, of)));
    return outcome?.kind === 'answered' ? outcome.answer.status : undefined;
  };
  const [retained, early, matched] = await Promise.all(
    [consentCheckFor(check), consentCheckFor(check, 'early'), consentCheckFor(check, 'match')].map(answerOf),
  );
  return retained !== undefined || early !== undefined || (matched !== undefined && matched !== 'ok');
}
