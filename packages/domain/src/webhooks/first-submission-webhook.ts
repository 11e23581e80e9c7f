/** The webhook that a first submission may wait for (§2.1.3): its call, and what its answer decides. */
import { retryAfterMs, type ActionDecision, type Campaign, type OwnReason } from '@sluice/contracts';
import { deliveryRetryDelaysMs, retryAt, type EndedCall } from '../delivery/retries.js';
import type { WebhookAnswer } from './after-webhook-attempt.js';

/** The call of a first-submission webhook. */
export interface FirstSubmissionCall {
  readonly url: string;
  readonly method: 'POST' | 'PUT';
  readonly headers: Readonly<Record<string, string>>;
  /** How often a failed call is retried. */
  readonly retries: number;
  readonly timeoutMs: number;
}

/** Returns the call of a campaign's first-submission action; undefined if it makes none. */
export function firstSubmissionCall(
  campaign: Pick<Campaign, 'firstSubmissionAction'> | undefined,
): FirstSubmissionCall | undefined {
  const { enabled, action, webhook } = campaign?.firstSubmissionAction ?? {};
  if (enabled === false || action !== 'webhook' || webhook?.url === undefined) return undefined;
  return {
    url: webhook.url,
    method: webhook.method ?? 'POST',
    headers: webhook.headers ?? {},
    retries: webhook.retries ?? 3,
    timeoutMs: (webhook.timeoutSeconds ?? 30) * 1_000,
  };
}

/**
 * Decides for a submission whose call will not be made any more. If there was no call, the submission continues as if
 * none had been configured. If the call ended without an answer, which `callStatus` states, a person has to decide.
 */
export function withoutFirstSubmissionCall(callStatus?: string): ActionDecision {
  const looked = 'first_submission_webhook';
  if (callStatus === undefined)
    return { kind: 'qualified', trace: [{ looked, verdict: 'skipped', because: 'no_longer_configured' }] };
  const trace = [{ looked, verdict: 'failed', because: `call_${callStatus}` }] as const;
  return { kind: 'pending_action', reason: looked, trace };
}

/** Decides for a submission whose call needs a secret that the tenant does not have: a person has to decide. */
export function firstSubmissionWithoutSecret(): ActionDecision {
  const because = 'secret_missing' satisfies OwnReason;
  const trace = [{ looked: 'first_submission_webhook', verdict: 'failed', because }] as const;
  return { kind: 'pending_action', reason: because, trace };
}

/** A call that has just ended. */
export interface EndedFirstSubmissionCall extends EndedCall {
  readonly retries: number;
  readonly answer: WebhookAnswer;
}

/** What follows from a call. */
export type AfterFirstSubmissionCall =
  | { readonly kind: 'final'; readonly decision: ActionDecision }
  | { readonly kind: 'again'; readonly at: Date; readonly reason: string };

// A lead is waiting, so waiting longer than this has no benefit.
const mostRetryAfterMs = 1_800_000;

/** Decides what follows: 2xx lets the submission continue; anything else is retried and finally left to a person. */
export function afterFirstSubmissionCall(ended: EndedFirstSubmissionCall): AfterFirstSubmissionCall {
  const { n, retries, answer, now } = ended;
  const went = answer.kind === 'answered' && answer.status >= 200 && answer.status < 300;
  const because = answer.kind === 'answered' ? `http_${answer.status}` : answer.reason;
  const about = { looked: 'first_submission_webhook', because, values: { calls: n } };
  if (went)
    return { kind: 'final', decision: { kind: 'qualified', trace: [{ ...about, verdict: 'passed' }] } };
  if (n <= retries) {
    const askedMs =
      answer.kind === 'answered' ? retryAfterMs(answer.headers, now, mostRetryAfterMs) : undefined;
    const at = retryAt(ended, deliveryRetryDelaysMs[n - 1] ?? mostRetryAfterMs, askedMs);
    return { kind: 'again', at, reason: because };
  }
  const trace = [{ ...about, verdict: 'failed' as const }];
  return { kind: 'final', decision: { kind: 'pending_action', reason: 'first_submission_webhook', trace } };
}
