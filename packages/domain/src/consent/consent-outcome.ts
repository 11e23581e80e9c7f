/** Whether a lead's certificate is asked about, and what that has led to, as the next generation of qualification reads it. */
import type {
  Campaign,
  CheckName,
  ConsentStatus,
  Effect,
  LeadData,
  OwnReason,
  TraceEntry,
  TrustedForm,
} from '@sluice/contracts';
import { endOfCheck, type EndOfCheck } from '../checks/end-of-check.js';
import { fieldValue, type FieldSource } from '../conditions/field-value.js';
import { certificateId, consentCheck, recallConsent, type ConsentAnswer } from './certificate.js';

const looked = 'consent';

/** The certificate of a lead, before anybody is asked about it. */
export type PlannedConsent = Pick<TrustedForm, 'onFailure' | 'onError'> &
  (
    | { readonly kind: 'ask'; readonly check: `consent.${string}` }
    /** Nobody has to be asked: this is known. */
    | { readonly kind: 'known'; readonly status: Exclude<ConsentStatus, 'ok'> }
    | { readonly kind: 'not_asked'; readonly because: OwnReason }
  );

/** What a campaign asks of certificates before its leads are routed; undefined if that is nothing. */
export function consentAsked({ consent }: Pick<Campaign, 'consent'>): TrustedForm | undefined {
  return consent?.trustedForm;
}

/** Whether TrustedForm is asked about a lead of a campaign that asks for a certificate. */
export function planConsent(
  asked: TrustedForm,
  source: FieldSource,
  byPerson: ReadonlySet<CheckName>,
): PlannedConsent {
  const { field, required, onFailure, onError } = asked;
  const actions = { onFailure, onError };
  const url = fieldValue(source, field);
  if (source.isTest) return { ...actions, kind: 'not_asked', because: 'test_lead' };
  if (url === undefined)
    return required
      ? { ...actions, kind: 'known', status: 'consent_missing' }
      : { ...actions, kind: 'not_asked', because: 'no_values' };
  const id = certificateId(url);
  if (id === undefined) return { ...actions, kind: 'known', status: 'consent_invalid' };
  const check = consentCheck(id);
  if (byPerson.has(check)) return { ...actions, kind: 'not_asked', because: 'by_person' };
  return isMatchable(source.data)
    ? { ...actions, kind: 'ask', check }
    : { ...actions, kind: 'known', status: 'consent_failed' };
}

// A certificate is matched with one of the two at least.
function isMatchable({ email, phone }: LeadData): boolean {
  return Boolean(email) || Boolean(phone);
}

/** What asking has led to. */
export type ConsentOutcome =
  | EndOfCheck<ConsentAnswer>
  | { readonly kind: 'known'; readonly status: Exclude<ConsentStatus, 'ok'> }
  /** A simulation asks nobody, and takes the certificate for good. */
  | { readonly kind: 'assumed' };

/** The outcome of a check whose effect is stored; undefined while it has not ended. */
export function consentOutcome(
  check: Pick<Effect, 'status' | 'attempts' | 'reason'> | undefined,
): ConsentOutcome | undefined {
  return endOfCheck(check, recallConsent);
}

/** What is wrong with the certificate; undefined if nothing is. */
export function consentProblem(outcome: ConsentOutcome): Exclude<ConsentStatus, 'ok'> | undefined {
  const status =
    outcome.kind === 'answered' ? outcome.answer.status : outcome.kind === 'known' ? outcome.status : 'ok';
  return status === 'ok' ? undefined : status;
}

/** Whether a trace has an entry of the certificate. */
export function isConsentTraced(trace: readonly TraceEntry[]): boolean {
  return trace.some((entry) => entry.looked === looked);
}

/** A trace without the entry of the certificate that is being asked about. */
export function withoutConsent(trace: readonly TraceEntry[]): readonly TraceEntry[] {
  return trace.filter((entry) => entry.looked !== looked);
}

/** The trace of a certificate that is asked about next. */
export const askingConsent: TraceEntry = { looked, verdict: 'held' };

/** The trace of a certificate about which this is known. */
export function consentTrace(
  outcome: ConsentOutcome,
  { onFailure, onError }: Pick<TrustedForm, 'onFailure' | 'onError'>,
): TraceEntry {
  const problem = consentProblem(outcome);
  if (problem !== undefined)
    return { looked, verdict: onFailure === 'flag' ? 'unmatched' : 'failed', because: problem };
  switch (outcome.kind) {
    case 'answered': {
      const { expiresAt, maskedUrl } = outcome.answer;
      return { looked, verdict: 'passed', values: { expiresAt, maskedUrl } };
    }
    case 'not_asked':
      return { looked, verdict: 'skipped', because: outcome.because };
    case 'unanswered': {
      const verdict = onError === 'hold' ? 'held' : 'skipped';
      const because = 'consent_unavailable' satisfies OwnReason;
      return { looked, verdict, because, values: { failure: outcome.reason } };
    }
    default:
      return {
        looked,
        verdict: 'skipped',
        because: 'a simulation asks about no certificate; taken for good',
      };
  }
}
