/** The delay before a process that exited is restarted. */

/** A process that lived this long was healthy: whatever ended it, the next start is quick again. */
const HEALTHY_AFTER_MS = 10_000;
const FIRST_DELAY_MS = 100;
const LONGEST_DELAY_MS = 5_000;

/** How one run of a process ended. */
export interface RunEnd {
  readonly uptimeMs: number;
  readonly code: number | null;
  /** The signal that ended it, `null` if it exited by itself. */
  readonly signal: NodeJS.Signals | null;
  /** The number of consecutive earlier runs that ended early. */
  readonly earlyEnds: number;
}

/** The next start after a run has ended. */
export interface RestartPlan {
  readonly delayMs: number;
  /** Pass it as `earlyEnds` of the next end. */
  readonly earlyEnds: number;
}

/**
 * Plans the next start: at once (100 ms) after a kill from outside or a healthy run, otherwise doubling up to 5 s while
 * a process keeps exiting early, so that a crash loop does not use up the machine.
 */
export function planRestart({ uptimeMs, code, signal, earlyEnds }: RunEnd): RestartPlan {
  // A kill proves nothing about the program, and a killed service must return within a second, however often. A program
  // that drained after SIGTERM exits with 0.
  const killed = signal === 'SIGKILL' || signal === 'SIGTERM' || signal === 'SIGINT' || code === 0;
  if (killed || uptimeMs >= HEALTHY_AFTER_MS) return { delayMs: FIRST_DELAY_MS, earlyEnds: 0 };
  return { delayMs: Math.min(FIRST_DELAY_MS * 2 ** earlyEnds, LONGEST_DELAY_MS), earlyEnds: earlyEnds + 1 };
}
