/** What follows from one call of a language model: its verdict, a second call, or no answer. */
import type { OwnReason } from '@sluice/contracts';
import { jittered } from '../delivery/jitter.js';
import type { ModelVerdict } from './read-verdict.js';

/** How a call ended. */
export type ModelCall =
  | { readonly kind: 'verdict'; readonly verdict: ModelVerdict }
  /** It answered, but with no whole verdict. */
  | { readonly kind: 'unusable' }
  /** No call was made, because most of the last ones failed. */
  | { readonly kind: 'circuit_open'; readonly retryAfterMs: number }
  | { readonly kind: 'failed'; readonly reason: string; readonly retryAfterMs?: number };

export type AfterModelCall =
  | { readonly kind: 'verdict'; readonly verdict: ModelVerdict }
  | { readonly kind: 'again'; readonly at: Date; readonly reason: string }
  | { readonly kind: 'unanswered'; readonly reason: string };

/** A lead is asked about twice at most, whatever came of the first time. */
const MOST_CALLS = 2;
const RETRY_AFTER_MS = 2_000;
/** A lead is waiting, so a model that wants more time than this is not waited for. */
const MOST_WAITED_MS = 60_000;

/** Decides what follows from the `n`th call. */
export function afterModelCall(
  call: ModelCall,
  { n, now, random01 }: { readonly n: number; readonly now: Date; readonly random01: number },
): AfterModelCall {
  if (call.kind === 'verdict') return call;
  const reason = call.kind === 'failed' ? call.reason : reasonOf[call.kind];
  const askedMs = 'retryAfterMs' in call ? (call.retryAfterMs ?? 0) : 0;
  if (n >= MOST_CALLS || askedMs > MOST_WAITED_MS) return { kind: 'unanswered', reason };
  const delayMs = Math.max(askedMs, jittered(RETRY_AFTER_MS, random01));
  return { kind: 'again', at: new Date(now.getTime() + delayMs), reason };
}

const reasonOf = { unusable: 'answer_unusable', circuit_open: 'circuit_open' } as const satisfies Record<
  string,
  OwnReason
>;
