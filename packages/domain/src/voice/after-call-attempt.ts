/**
 * What follows from asking a vendor to place a call. Nobody is called twice: only what certainly placed no call is tried
 * again.
 */
import { deliveryRetryDelaysMs, retryAt, type EndedCall } from '../delivery/retries.js';

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

/** Decides what follows from an attempt. */
export function afterCallAttempt(placing: Placing, ended: EndedCall): AfterCallAttempt {
  switch (placing.kind) {
    case 'placed':
      return placing;
    case 'refused':
      return { kind: 'failed', reason: placing.reason };
    case 'unknown':
      return { kind: 'look_up', reason: placing.reason };
    case 'not_placed': {
      const { reason, retryAfterMs } = placing;
      const delayMs = deliveryRetryDelaysMs[ended.n - 1];
      if (delayMs === undefined) return { kind: 'failed', reason };
      return { kind: 'again', at: retryAt(ended, delayMs, retryAfterMs), reason };
    }
  }
}
