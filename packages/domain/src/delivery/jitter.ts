/** Spreading retries, so that what failed together does not come back together. */

/** Answers `delayMs` give or take a fifth, whole milliseconds; `random01` runs from 0 up to 1. */
export function jittered(delayMs: number, random01: number): number {
  return Math.round(delayMs * (0.8 + 0.4 * random01));
}
