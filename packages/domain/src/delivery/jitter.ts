/** Spreads retries, so that requests that failed together are not retried together. */

/** Returns `delayMs` plus or minus a fifth, in whole milliseconds; `random01` is from 0 to 1, exclusive. */
export function jittered(delayMs: number, random01: number): number {
  return Math.round(delayMs * (0.8 + 0.4 * random01));
}
