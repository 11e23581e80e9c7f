/** How patiently a crashing engine is started again. Pure; the clock and the counting are the host's. */

const FIRST_WAIT_MS = 100;
const LONGEST_WAIT_MS = 5_000;

/** An engine that lived this long was healthy: its end is not counted with those before it, in milliseconds. */
export const HEALTHY_LIFE_MS = 2_000;

/** So many failed starts in a row, about half a minute, mean that it cannot be started. */
export const MAX_FAILED_STARTS = 12;

/**
 * Gives the wait before the next start: none after the first crash, then doubling from 100 ms up to 5 s.
 * @param setbacks crashes soon after a start and failed starts since the engine was last healthy.
 */
export function restartDelayMs(setbacks: number): number {
  return setbacks === 0 ? 0 : Math.min(FIRST_WAIT_MS * 2 ** (setbacks - 1), LONGEST_WAIT_MS);
}
