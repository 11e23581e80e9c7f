/** When a submission looks again that waits for another one: often at first, then less and less often. */

const LEAST_MS = 200;
const MOST_MS = 2_000;
const FRACTION_OF_AGE = 1 / 4;

/** The next look at `at` of a submission that was accepted at `acceptedAt`. */
export function nextLook(acceptedAt: Date, at: Date): Date {
  const ageMs = at.getTime() - acceptedAt.getTime();
  return new Date(at.getTime() + Math.min(Math.max(LEAST_MS, ageMs * FRACTION_OF_AGE), MOST_MS));
}
