/** Time zones for tests that count what happens in a day. */

/**
 * A time zone in which it is between 12:00 and 13:00 at `now`, or up to two hours later: no day, week or month ends
 * there during a test, and no clock changes. Its hours begin when those of all zones do.
 */
export function zoneAtNoon(now: Date, hoursLater: 0 | 1 | 2 = 0): string {
  return zoneBehind(now.getUTCHours() - 12 - hoursLater);
}

/** A time zone in which it is between 00:00 and 01:00 at `now`. */
export function zoneAtMidnight(now: Date): string {
  const hours = now.getUTCHours();
  return zoneBehind(hours <= 12 ? hours : hours - 24);
}

// In these names the sign is inverted: Etc/GMT+5 is five hours behind UTC.
function zoneBehind(hours: number): string {
  return hours === 0 ? 'UTC' : `Etc/GMT${hours > 0 ? '+' : '-'}${Math.abs(hours)}`;
}
