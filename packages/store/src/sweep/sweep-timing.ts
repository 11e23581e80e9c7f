/** The timing of the sweep that depends on `SWEEP_AFTER_SECONDS`: every time is in proportion to the first check. */

/** The timing of one installation's sweep; the same in each of its processes. */
export interface SweepTiming {
  /** When a submission or effect that no worker moved is checked after it was written, released or resolved. */
  readonly firstLookMs: number;
  /** When one that waits for an instant of its own is checked after that instant. */
  readonly lateByMs: number;
  /** When one that was requeued is checked again. */
  readonly lookAgainMs: number;
  /** The average time between rounds. */
  readonly everyMs: number;
  /** When a sweeping process that died is replaced. */
  readonly leaderLeaseMs: number;
  /** The time between audits of counts, and between deletions of expired data. */
  readonly tidyEveryMs: number;
}

// Enqueued work is normally started long before, so the sweep checks only work that was lost.
const USUAL_FIRST_LOOK_MS = 20_000;

/** The timing of a sweep whose first check is after `firstLookMs`. */
export function sweepTiming(firstLookMs = USUAL_FIRST_LOOK_MS): SweepTiming {
  return {
    firstLookMs,
    lateByMs: firstLookMs / 2,
    lookAgainMs: firstLookMs * 1.5,
    everyMs: firstLookMs / 4,
    leaderLeaseMs: firstLookMs * 0.4,
    tidyEveryMs: firstLookMs * 1.5,
  };
}
