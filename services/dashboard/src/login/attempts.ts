/** How often a password may be tried: a few times from one address, and a bounded number of times from everywhere. */

/** Counts attempts to log in. */
export interface LoginAttempts {
  /** Counts an attempt; answers the seconds to wait instead when there were too many. */
  count(from: string, now: number): number | undefined;
  /** The right password was given: the address begins anew. */
  succeeded(from: string): void;
}

const WINDOW_MS = 10 * 60_000;
const PER_ADDRESS = 10;
const IN_TOTAL = 200;

/** Counts within a window of ten minutes, which begins with its first attempt. */
export function createLoginAttempts(): LoginAttempts {
  let windowEnd = 0;
  let total = 0;
  const counts = new Map<string, number>();
  return {
    count(from, now) {
      if (now >= windowEnd) {
        windowEnd = now + WINDOW_MS;
        total = 0;
        counts.clear();
      }
      const tried = counts.get(from) ?? 0;
      if (tried >= PER_ADDRESS || total >= IN_TOTAL) return Math.ceil((windowEnd - now) / 1000);
      counts.set(from, tried + 1);
      total += 1;
      return undefined;
    },
    succeeded: (from) => void counts.delete(from),
  };
}
