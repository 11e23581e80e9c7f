/** How long a process that ended on its own waits before it is started again. */

/** A process that lived this long was healthy: whatever ended it, the next start is quick again. */
const HEALTHY_AFTER_MS = 10_000;
const FIRST_DELAY_MS = 100;
const LONGEST_DELAY_MS = 5_000;

/** How one run of a process ended. */
export interface RunEnd {
  readonly uptimeMs: number;
  readonly code: number | null;
  /** The signal that ended it, `null` when it exited by itself. */
  readonly signal: NodeJS.Signals | null;
  /** Runs before this one that ended early, in a row. */
  readonly earlyEnds: number;
}

/** What follows the end of a run. */
export interface RestartPlan {
  readonly delayMs: number;
  /** To be handed in as `earlyEnds` of the next end. */
  readonly earlyEnds: number;
}

/**
 * Plans the next start: at once (100 ms) after a kill from outside or a healthy life,
 * doubling up to 5 s while a process keeps exiting early, so that a crash loop does not eat the machine.
 */
export function planRestart({ uptimeMs, code, signal, earlyEnds }: RunEnd): RestartPlan {
  // A kill says nothing about the program, and a killed service is promised back within a second however often;
  // a program that drained after a SIGTERM from outside exits with 0.
  const killed = signal === 'SIGKILL' || signal === 'SIGTERM' || signal === 'SIGINT' || code === 0;
  if (killed || uptimeMs >= HEALTHY_AFTER_MS) return { delayMs: FIRST_DELAY_MS, earlyEnds: 0 };
  return { delayMs: Math.min(FIRST_DELAY_MS * 2 ** earlyEnds, LONGEST_DELAY_MS), earlyEnds: earlyEnds + 1 };
}
