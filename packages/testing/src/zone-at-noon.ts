/** Time zones for tests that count what happens in a day. */

/**
 * A time zone in which it is between 12:00 and 13:00 at `now`: no day, week or month ends there during a test, and no
 * clock changes. Its hours begin when those of all zones do.
 */
export function zoneAtNoon(now: Date): string {
  const ahead = now.getUTCHours() - 12;
  if (ahead === 0) return 'UTC';
  // In these names the sign is inverted: Etc/GMT+5 is five hours behind UTC.
  return `Etc/GMT${ahead > 0 ? '+' : '-'}${Math.abs(ahead)}`;
}
