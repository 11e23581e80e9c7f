/** When the sweep checks what: all of its times in one place, each in proportion to the first check. */

/** The times of one installation's sweep; the same in each of its processes. */
export interface SweepTiming {
  /** A submission or effect that no worker moved is checked so long after it was written, released or resolved. */
  readonly firstLookMs: number;
  /** One that waits for an instant of its own is checked so long after that. */
  readonly lateByMs: number;
  /** One that was requeued is checked again after so long. */
  readonly lookAgainMs: number;
  /** From one round to the next, on average. */
  readonly everyMs: number;
  /** A process that sweeps and dies is replaced after so long. */
  readonly leaderLeaseMs: number;
  /** From one audit of slots and expired data to the next. */
  readonly tidyEveryMs: number;
}

// What is enqueued is as a rule begun long before, so that the sweep checks only what was lost.
const USUAL_FIRST_LOOK_MS = 20_000;

/** The times of a sweep that first checks after `firstLookMs`. */
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
