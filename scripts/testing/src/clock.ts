/** A clock that stands still until a test moves it. */

/** Returns the time that a test has set. */
export interface FixedClock {
  now(): Date;
  /** Moves to an instant, forwards or backwards. */
  set(at: Date | string): void;
  /** Moves forwards, in milliseconds. */
  advance(ms: number): void;
}

/** A clock set to an instant (ISO 8601). */
export function fixedClock(at: Date | string = '2026-01-05T12:00:00.000Z'): FixedClock {
  let nowMs = new Date(at).getTime();
  return {
    now: () => new Date(nowMs),
    set: (instant) => void (nowMs = new Date(instant).getTime()),
    advance: (ms) => void (nowMs += ms),
  };
}
