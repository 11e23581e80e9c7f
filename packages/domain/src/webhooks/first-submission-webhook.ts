/** The webhook that may hold up a first submission (§2.1.3): whom to call, and what its answer decides. */
import type { ActionDecision, Campaign } from '@sluice/contracts';
import { deliveryRetryDelaysMs } from '../delivery/decide-after-attempt.js';
import { jittered } from '../delivery/jitter.js';
import { retryAfterMs } from '../delivery/retry-after.js';
import type { WebhookAnswer } from './after-webhook-attempt.js';

/** The call of a first-submission webhook. */
export interface FirstSubmissionCall {
  readonly url: string;
  readonly method: 'POST' | 'PUT';
  readonly headers: Readonly<Record<string, string>>;
  /** How often a failed call is tried again. */
  readonly retries: number;
  readonly timeoutMs: number;
}

/** Answers the call that a campaign's first-submission action makes; undefined when it makes none. */
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
 * Decides for a submission that waits for a call which will not be made any more: without one it goes on as if none had
 * been configured; of one that ended without an answer, as `callStatus` says, a person has to judge.
 */
export function withoutFirstSubmissionCall(callStatus?: string): ActionDecision {
  const looked = 'first_submission_webhook';
  if (callStatus === undefined)
    return { kind: 'qualified', trace: [{ looked, verdict: 'skipped', because: 'no_longer_configured' }] };
  const trace = [{ looked, verdict: 'failed', because: `call_${callStatus}` }] as const;
  return { kind: 'pending_action', reason: looked, trace };
}

/** A call that has just ended. */
export interface EndedFirstSubmissionCall {
  /** 1 for the first call. */
  readonly n: number;
  readonly retries: number;
  readonly answer: WebhookAnswer;
  readonly now: Date;
  /** From 0 up to 1; spreads retries. */
  readonly random01: number;
}

/** What follows from a call. */
export type AfterFirstSubmissionCall =
  | { readonly kind: 'final'; readonly decision: ActionDecision }
  | { readonly kind: 'again'; readonly at: Date; readonly reason: string };

// A lead is waiting; there is no gain in waiting longer than this.
const mostRetryAfterMs = 1_800_000;

/** Decides what follows: 2xx lets the submission go on, anything else is tried again and then left to a person. */
export function afterFirstSubmissionCall(ended: EndedFirstSubmissionCall): AfterFirstSubmissionCall {
  const { n, retries, answer, now, random01 } = ended;
  const went = answer.kind === 'answered' && answer.status >= 200 && answer.status < 300;
  const because = answer.kind === 'answered' ? `http_${answer.status}` : answer.reason;
  const about = { looked: 'first_submission_webhook', because, values: { calls: n } };
  if (went)
    return { kind: 'final', decision: { kind: 'qualified', trace: [{ ...about, verdict: 'passed' }] } };
  if (n <= retries) {
    const delayMs = jittered(deliveryRetryDelaysMs[n - 1] ?? mostRetryAfterMs, random01);
    const askedMs =
      answer.kind === 'answered' ? retryAfterMs(answer.headers, now, mostRetryAfterMs) : undefined;
    return { kind: 'again', at: new Date(now.getTime() + Math.max(delayMs, askedMs ?? 0)), reason: because };
  }
  const trace = [{ ...about, verdict: 'failed' as const }];
  return { kind: 'final', decision: { kind: 'pending_action', reason: 'first_submission_webhook', trace } };
}
