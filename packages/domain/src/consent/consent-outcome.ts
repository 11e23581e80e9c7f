/** What is known of the certificate of a lead, and what that means where its campaign decides. */
import {
  consentStatuses,
  type CheckName,
  type ConsentStatus,
  type Disqualified,
  type OwnReason,
  type PendingAction,
  type PlannedConsent,
  type Trace,
  type TraceEntry,
  type TrustedForm,
} from '@sluice/contracts';
import { endOfCheck, type EndOfCheck, type StoredCheck } from '../checks/end-of-check.js';
import { recallConsent, type ConsentAnswer } from './certificate.js';

const looked = 'consent';

/** What asking has led to. */
export type ConsentOutcome =
  | EndOfCheck<ConsentAnswer>
  | Pick<Extract<PlannedConsent, { kind: 'known' }>, 'kind' | 'status'>;

/** The outcome of a check; undefined while it has not ended. */
export function consentOutcome(check: StoredCheck): EndOfCheck<ConsentAnswer> | undefined {
  return endOfCheck(check, recallConsent);
}

/** What is wrong with the certificate; undefined if nothing is. */
export function consentProblem(outcome: ConsentOutcome): Exclude<ConsentStatus, 'ok'> | undefined {
  const status =
    outcome.kind === 'answered' ? outcome.answer.status : outcome.kind === 'known' ? outcome.status : 'ok';
  return status === 'ok' ? undefined : status;
}

/** How a lead ends by its certificate, whose check is `check`; undefined if it goes on, or to the next buyer. */
export function endByConsent(
  outcome: ConsentOutcome,
  { onFailure, onError }: Pick<TrustedForm, 'onFailure' | 'onError'>,
  check: CheckName | undefined,
): Omit<Disqualified, 'trace'> | Omit<PendingAction, 'trace'> | undefined {
  const reason = consentProblem(outcome);
  if (reason !== undefined) return onFailure === 'disqualify' ? { kind: 'disqualified', reason } : undefined;
  if (outcome.kind !== 'unanswered' || onError === 'pass') return undefined;
  return { kind: 'pending_action', reason: 'consent_unavailable', ...(check && { check }) };
}

/** Whether a trace has an entry of the certificate. */
export function isConsentTraced(trace: readonly TraceEntry[]): boolean {
  return trace.some((entry) => entry.looked === looked);
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
      return { looked, verdict: 'skipped', because: assumedGood };
  }
}

const assumedGood = 'a simulation asks about no certificate; taken for good';

const reasons: ReadonlySet<string | undefined> = new Set<string>([
  ...consentStatuses,
  'consent_unavailable' satisfies OwnReason,
]);

/** What buyers are told of the certificate by this trace: `ok`, or what is wrong with it; undefined if nobody was asked. */
export function consentStatusIn(trace: Trace): string | undefined {
  const entry = trace.findLast((one) => one.looked === looked);
  if (entry?.verdict === 'passed' || entry?.because === assumedGood) return 'ok';
  return reasons.has(entry?.because) ? entry?.because : undefined;
}
