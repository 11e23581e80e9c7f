/** How patiently a crashing engine is started again. Pure; the clock and the counting are the host's. */

const FIRST_WAIT_MS = 100;
const LONGEST_WAIT_MS = 5_000;

/** An engine that lived this long was healthy: its end is not counted with those before it, in milliseconds. */
export const HEALTHY_LIFE_MS = 2_000;

/** After so many failed starts in a row, about half a minute, people are told that it cannot be started. */
export const MAX_FAILED_STARTS = 12;

/**
 * Says whether a process was ended from outside, by SIGKILL or by a close that it was asked for.
 * That says nothing about the engine, and a killed engine is promised back within a second however often.
 */
export function wasKilled({ code, signal }: { code: number | null; signal: string | null }): boolean {
  return signal === 'SIGKILL' || signal === 'SIGTERM' || code === 0;
}

/**
 * Gives the wait before the next start: none after a kill or the first crash, then doubling from 100 ms up to 5 s.
 * @param setbacks crashes soon after a start and failed starts since the engine was last healthy.
 */
export function restartDelayMs(setbacks: number): number {
  return setbacks === 0 ? 0 : Math.min(FIRST_WAIT_MS * 2 ** (setbacks - 1), LONGEST_WAIT_MS);
}
