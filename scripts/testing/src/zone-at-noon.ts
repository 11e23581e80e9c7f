/** Time zones for tests that count what happens in a day. */

/**
 * A time zone in which it is between 12:00 and 13:00 at `now`, or up to two hours later: no day, week or month ends
 * there during a test, and no clock changes. Its hours begin when those of all zones do.
 */
export function zoneAtNoon(now: Date, hoursLater: 0 | 1 | 2 = 0): string {
  const ahead = now.getUTCHours() - 12 - hoursLater;
  if (ahead === 0) return 'UTC';
  // In these names the sign is inverted: Etc/GMT+5 is five hours behind UTC.
  return `Etc/GMT${ahead > 0 ? '+' : '-'}${Math.abs(ahead)}`;
}
