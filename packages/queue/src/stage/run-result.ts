/** The result of one lead or effect of a batch, and how it is enqueued again if it is not done. */
import type { Batch } from '@sluice/contracts';

/** The result of one lead or effect of a batch. */
export type RunResult =
  | { readonly kind: 'done'; readonly outcome: string }
  | { readonly kind: 'again'; readonly outcome: string; readonly at: Date; readonly runsAlone: boolean }
  /** It waits on a list until it is released. */
  | { readonly kind: 'listed'; readonly outcome: string; readonly list: string }
  /** `waited`: the run failed only because a store was unavailable, so the lead is not to blame. */
  | { readonly kind: 'threw'; readonly error: unknown; readonly waited: boolean };

const RETRY_AT_MOST_MS = 3_000;

/** The delay after this many failures in a row, in milliseconds. */
export function backoffMs(failures: number): number {
  return Math.min(100 * 2 ** failures, RETRY_AT_MOST_MS) * (0.75 + Math.random() / 2);
}

/**
 * What the next run learns about this one. A lead that waited for a store is retried like one that failed, but without
 * any trouble recorded.
 */
export function retryAfter(
  result: Extract<RunResult, { kind: 'again' | 'threw' }>,
  failures: number,
): Batch['retry'] {
  if (result.kind === 'again') return { failures: 0, trouble: result.runsAlone ? 'died' : undefined };
  return { failures, trouble: !result.waited ? 'threw' : undefined };
}
