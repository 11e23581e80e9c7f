/** What one lead or effect of a batch came to, and how it is enqueued again unless it is done. */
import type { Batch } from '@sluice/contracts';

/** What came of one lead or effect of a batch. */
export type RunResult =
  | { readonly kind: 'done'; readonly outcome: string }
  | { readonly kind: 'again'; readonly outcome: string; readonly at: Date; readonly isSuspect: boolean }
  /** `waited`: it only waited for a store that is away, and is not to blame. */
  | { readonly kind: 'threw'; readonly error: unknown; readonly waited: boolean };

const RETRY_AT_MOST_MS = 3_000;

/** How long to wait after so many failures in a row, in milliseconds. */
export function backoffMs(failures: number): number {
  return Math.min(100 * 2 ** failures, RETRY_AT_MOST_MS) * (0.75 + Math.random() / 2);
}

/**
 * What the next run is told of this one. A lead that waited for a store is tried again like one that failed, but that is
 * no trouble of its own.
 */
export function retryAfter(result: Exclude<RunResult, { kind: 'done' }>, failures: number): Batch['retry'] {
  if (result.kind === 'again') return { failures: 0, ...(result.isSuspect && { trouble: 'died' }) };
  return { failures, ...(!result.waited && { trouble: 'threw' }) };
}
