/** What follows from sending an event. Retries stay within the 48 hours in which platforms count them as one. */
import { retryAt, type EndedCall } from '../delivery/retries.js';
import type { PixelVerdict } from './pixel-answer.js';

/** An attempt that has just ended. */
export interface EndedPixelAttempt extends EndedCall {
  readonly verdict: PixelVerdict;
  /** The delay that `Retry-After` asked for. */
  readonly retryAfterMs?: number;
}

/** What follows. */
export type AfterPixelAttempt =
  | { readonly kind: 'done' }
  | { readonly kind: 'again'; readonly at: Date; readonly reason: string }
  | { readonly kind: 'failed'; readonly reason: string };

const minute = 60_000;

/** The delay after each failed attempt, before jitter. There is one attempt more than there are entries. */
export const pixelRetryDelaysMs = [
  5_000,
  30_000,
  2 * minute,
  10 * minute,
  30 * minute,
  120 * minute,
  360 * minute,
  720 * minute,
] as const;

// Platforms throttle by the minute or longer.
const leastThrottledMs = minute;

/** Decides what follows from an attempt. */
export function afterPixelAttempt(ended: EndedPixelAttempt): AfterPixelAttempt {
  const { n, verdict } = ended;
  if (verdict.kind === 'done') return { kind: 'done' };
  const reason = verdict.reason ?? verdict.kind;
  const delayMs = pixelRetryDelaysMs[n - 1];
  if (verdict.kind === 'failed' || delayMs === undefined) return { kind: 'failed', reason };
  const leastMs = Math.max(verdict.kind === 'throttled' ? leastThrottledMs : 0, ended.retryAfterMs ?? 0);
  return { kind: 'again', at: retryAt(ended, delayMs, leastMs), reason };
}
