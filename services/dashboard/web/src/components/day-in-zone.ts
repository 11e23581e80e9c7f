/** Converts days of a time zone to instants and back; a day may have 23, 24 or 25 hours. */

const DAY_MS = 86_400_000;

/** The day of an instant in a time zone, as `YYYY-MM-DD`; by default in that of the browser. */
export function dayIn(zone: string | undefined, at: Date): string {
  const { year, month, day } = clockIn(zone, at);
  return `${year}-${month}-${day}`;
}

/**
 * The instant at which a day (`YYYY-MM-DD`), or the day `daysLater` after it, begins in a time zone; undefined if the
 * text is no date. If clocks skip midnight, it is the first instant of that day.
 */
export function beginningOf(
  zone: string | undefined,
  day: string | undefined,
  daysLater = 0,
): Date | undefined {
  if (day === undefined || !/^\d{4}-\d{2}-\d{2}$/.test(day)) return undefined;
  const utcMs = Date.parse(`${day}T00:00:00Z`) + daysLater * DAY_MS;
  if (Number.isNaN(utcMs)) return undefined;
  // The offset near midnight is usually that of midnight itself; otherwise it is the offset on the other side of a
  // clock change.
  const candidates = [-DAY_MS, 0, DAY_MS].map((ms) => utcMs - offsetMs(zone, new Date(utcMs + ms)));
  const wanted = new Date(utcMs).toISOString().slice(0, 10);
  const within = candidates.filter((ms) => dayIn(zone, new Date(ms)) === wanted);
  return new Date(Math.min(...(within.length > 0 ? within : candidates)));
}

/** The last millisecond of a day in a time zone; undefined if the text is no date. */
export function endOf(zone: string | undefined, day: string | undefined): Date | undefined {
  const next = beginningOf(zone, day, 1);
  return next && new Date(next.getTime() - 1);
}

// How far the zone's clocks are ahead of UTC.
function offsetMs(zone: string | undefined, at: Date): number {
  const { year, month, day, hour, minute, second } = clockIn(zone, at);
  const shownMs = Date.parse(`${year}-${month}-${day}T${hour}:${minute}:${second}Z`);
  return shownMs - Math.floor(at.getTime() / 1000) * 1000;
}

// The date and time that the zone's calendar and clocks show.
function clockIn(zone: string | undefined, at: Date): Readonly<Record<string, string>> {
  const format = new Intl.DateTimeFormat('en-GB', {
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
    hourCycle: 'h23',
    ...(zone !== undefined && { timeZone: zone }),
  });
  return Object.fromEntries(format.formatToParts(at).map(({ type, value }) => [type, value]));
}

/** The day (`YYYY-MM-DD`) so many days after another one. */
export function daysAfter(day: string, days: number): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) + days * DAY_MS).toISOString().slice(0, 10);
}
