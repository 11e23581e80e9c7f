/**
 * What follows from posting an event: done, another attempt at a certain time, or giving up (Standard Webhooks 1.0.0).
 */
import { retryAfterMs, type AnswerHeaders } from '@sluice/contracts';
import type { SendFailure } from '../delivery/attempt-result.js';
import { retryAt, type EndedCall } from '../delivery/retries.js';

/** The receiver's answer, or why there was none. */
export type WebhookAnswer =
  | { readonly kind: 'answered'; readonly status: number; readonly headers: AnswerHeaders }
  | ({ readonly kind: 'failed' } & Pick<SendFailure, 'reason'>);

/** An attempt that has just ended. */
export interface EndedWebhookAttempt extends EndedCall {
  readonly retryAttempts: number;
  readonly answer: WebhookAnswer;
}

/** What follows. `throttled`: the receiver asks for fewer events; `disablesUrl`: it no longer wants any. */
export type AfterWebhookAttempt =
  | { readonly kind: 'done' }
  | { readonly kind: 'again'; readonly at: Date; readonly reason: string; readonly throttled: boolean }
  | { readonly kind: 'failed'; readonly reason: string; readonly disablesUrl: boolean };

const second = 1_000;
const minute = 60 * second;
const hour = 60 * minute;

/** The delay after each failed attempt, before jitter; further attempts use the last one. */
export const webhookRetryDelaysMs: readonly [number, ...number[]] = [
  5 * second,
  5 * minute,
  30 * minute,
  2 * hour,
  5 * hour,
  10 * hour,
  14 * hour,
  20 * hour,
  24 * hour,
];
const longestDelayMs = 24 * hour;

const gone = 410;
const throttling = new Set([429, 502, 504]);
const hopeless = new Set(['blocked', 'invalid_request']);

/** Decides what follows from an attempt. 2xx is success; everything else, including redirects, is a failure. */
export function afterWebhookAttempt({
  retryAttempts,
  answer,
  ...ended
}: EndedWebhookAttempt): AfterWebhookAttempt {
  const { n, now } = ended;
  const status = answer.kind === 'answered' ? answer.status : undefined;
  if (status !== undefined && status >= 200 && status < 300) return { kind: 'done' };
  const reason = answer.kind === 'answered' ? `http_${answer.status}` : answer.reason;
  const disablesUrl = status === gone;
  if (disablesUrl || hopeless.has(reason) || n > retryAttempts)
    return { kind: 'failed', reason, disablesUrl };
  const askedMs = answer.kind === 'answered' ? retryAfterMs(answer.headers, now, longestDelayMs) : undefined;
  const at = retryAt(ended, webhookRetryDelaysMs[n - 1] ?? longestDelayMs, askedMs);
  return { kind: 'again', at, reason, throttled: status !== undefined && throttling.has(status) };
}

// Longer than the whole schedule of one event, so that no single event can switch a URL off.
const patienceMs = 5 * 24 * hour;

/** Whether a URL that has only failed since `failingSince` is to be switched off. */
export function hasFailedTooLong(failingSince: Date, now: Date): boolean {
  return now.getTime() - failingSince.getTime() >= patienceMs;
}
