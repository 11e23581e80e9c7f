/** When a failed call is repeated. */

/** The delay after each failed attempt to deliver. There is at most one attempt more than there are entries. */
export const deliveryRetryDelaysMs = [5_000, 30_000, 120_000, 600_000, 1_800_000] as const;

/** A call that has just ended. */
export interface EndedCall {
  /** 1 for the first. */
  readonly n: number;
  readonly now: Date;
  /** From 0 to 1, exclusive; spreads retries, so that calls that failed together are not repeated together. */
  readonly random01: number;
}

/** `delayMs` from now, plus or minus a fifth, and no sooner than in `leastMs`. */
export function retryAt(
  { now, random01 }: Pick<EndedCall, 'now' | 'random01'>,
  delayMs: number,
  leastMs = 0,
): Date {
  return new Date(now.getTime() + Math.max(Math.round(delayMs * (0.8 + 0.4 * random01)), leastMs));
}
