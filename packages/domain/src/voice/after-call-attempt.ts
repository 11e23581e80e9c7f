/**
 * What follows from asking a vendor to place a call. Nobody is called twice: only what certainly placed no call is tried
 * again.
 */
import { jittered } from '../delivery/jitter.js';
import { deliveryRetryDelaysMs } from '../delivery/retry-delays.js';

/** How placing a call ended. */
export type Placing =
  | { readonly kind: 'placed'; readonly callId: string }
  /** Certainly no call, and it may be asked again. */
  | { readonly kind: 'not_placed'; readonly reason: string; readonly retryAfterMs?: number }
  /** Certainly no call, for good. */
  | { readonly kind: 'refused'; readonly reason: string }
  | { readonly kind: 'unknown'; readonly reason: string };

export type AfterCallAttempt =
  | { readonly kind: 'placed'; readonly callId: string }
  | { readonly kind: 'again'; readonly at: Date; readonly reason: string }
  | { readonly kind: 'failed'; readonly reason: string }
  | { readonly kind: 'look_up'; readonly reason: string };

/** Decides what follows from the `n`th attempt. */
export function afterCallAttempt(
  placing: Placing,
  { n, now, random01 }: { readonly n: number; readonly now: Date; readonly random01: number },
): AfterCallAttempt {
  switch (placing.kind) {
    case 'placed':
      return placing;
    case 'refused':
      return { kind: 'failed', reason: placing.reason };
    case 'unknown':
      return { kind: 'look_up', reason: placing.reason };
    case 'not_placed': {
      const { reason, retryAfterMs = 0 } = placing;
      const delayMs = deliveryRetryDelaysMs[n - 1];
      if (delayMs === undefined) return { kind: 'failed', reason };
      const at = new Date(now.getTime() + Math.max(jittered(delayMs, random01), retryAfterMs));
      return { kind: 'again', at, reason };
    }
  }
}
