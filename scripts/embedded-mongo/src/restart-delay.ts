/** The delays before a crashing engine is restarted. Pure: the host keeps the time and counts. */

const FIRST_WAIT_MS = 100;
const LONGEST_WAIT_MS = 5_000;

/** An engine that lived this long, in milliseconds, was healthy, so earlier crashes no longer count. */
export const HEALTHY_LIFE_MS = 2_000;

/** After this many failed starts in a row, about half a minute, a message says that the engine cannot be started. */
export const MAX_FAILED_STARTS = 12;

/**
 * Says whether a process was ended from outside, by SIGKILL or by a requested close. Such an end proves nothing about
 * the engine, so the engine is restarted within a second, however often it is killed.
 */
export function wasKilled({ code, signal }: { code: number | null; signal: string | null }): boolean {
  return signal === 'SIGKILL' || signal === 'SIGTERM' || code === 0;
}

/**
 * Returns the delay before the next start: none after a kill or the first crash, then doubling from 100 ms up to 5 s.
 * @param setbacks early crashes and failed starts since the engine was last healthy.
 */
export function restartDelayMs(setbacks: number): number {
  return setbacks === 0 ? 0 : Math.min(FIRST_WAIT_MS * 2 ** (setbacks - 1), LONGEST_WAIT_MS);
}
