/** What follows from one call of a check: its answer, another call, or no answer. */
import { retryAfterMs, type OwnReason } from '@sluice/contracts';
import { retryAt, type EndedCall } from '../delivery/retries.js';
import type { CameOfCall } from './end-of-check.js';

/** How a call ended; `Answer` is what a usable answer says. */
export type CheckCall<Answer> =
  | { readonly kind: 'verdict'; readonly verdict: Answer }
  /** There was an answer, but none that can be used. */
  | { readonly kind: 'unusable' }
  /** No call was made, because most of the last ones failed. */
  | { readonly kind: 'circuit_open'; readonly retryAfterMs: number }
  | {
      readonly kind: 'failed';
      readonly reason: string;
      readonly retryAfterMs?: number;
      /** Another call would fail too. */
      readonly isFinal?: boolean;
    };

export type AfterCheckCall<Answer> =
  | { readonly kind: 'verdict'; readonly verdict: Answer }
  | { readonly kind: 'again'; readonly at: Date; readonly reason: string }
  | { readonly kind: 'unanswered'; readonly reason: string };

/** How often and how long a check waits for a usable answer. */
export interface Patience {
  /** The wait before each further call. */
  readonly delaysMs: readonly number[];
  /** A lead is waiting, so a vendor that wants more time than this is not waited for. */
  readonly mostWaitedMs: number;
}

/** Decides what follows from a call. */
export function afterCheckCall<Answer>(
  call: CheckCall<Answer>,
  ended: EndedCall,
  { delaysMs, mostWaitedMs }: Patience,
): AfterCheckCall<Answer> {
  if (call.kind === 'verdict') return call;
  const reason = call.kind === 'failed' ? call.reason : reasonOf[call.kind];
  const askedMs = 'retryAfterMs' in call ? (call.retryAfterMs ?? 0) : 0;
  const delayMs = delaysMs[ended.n - 1];
  const isFinal = call.kind === 'failed' && call.isFinal === true;
  if (delayMs === undefined || isFinal || askedMs > mostWaitedMs) return { kind: 'unanswered', reason };
  return { kind: 'again', at: retryAt(ended, delayMs, askedMs), reason };
}

/** A call that was answered with a status other than 2xx at `at`; another one helps unless the question was refused. */
export function failedCall(
  { status, headers }: Pick<Extract<CameOfCall, { kind: 'answered' }>, 'status' | 'headers'>,
  at: Date,
): CheckCall<never> {
  return {
    kind: 'failed',
    reason: `http_${status}`,
    isFinal: status >= 400 && status < 500 && status !== 408 && status !== 429,
    retryAfterMs: retryAfterMs(headers, at, Infinity),
  };
}

const reasonOf = { unusable: 'answer_unusable', circuit_open: 'circuit_open' } as const satisfies Record<
  string,
  OwnReason
>;
