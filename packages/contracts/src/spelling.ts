/**
 * How amounts of money, instants and days are written wherever people read them: the dashboard, sentences, mails and the
 * command line. Tables for programs (CSV, JSON) have plain numbers and ISO 8601 instead.
 */

/** An amount of money: `$1,250.00`, `CA$40.00`, `CHF 40.00`, `¥1,250`. */
export function moneyText(amount: number, currency: string): string {
  // Plain spaces, as a terminal and a mail have.
  return amount.toLocaleString('en', { style: 'currency', currency }).replaceAll('\u00a0', ' ');
}

/** What is left out of an instant where it is clear, or added. */
export interface TimeShown {
  readonly seconds?: boolean;
  readonly timeOnly?: boolean;
}

const formats = new Map<string | undefined, Intl.DateTimeFormat>();

/** An instant with its time zone, by default that of the machine: `Mon 23 Nov 2026, 09:00 EST`. */
export function timeText(
  at: string | number | Date,
  zone?: string,
  { seconds = false, timeOnly = false }: TimeShown = {},
): string {
  const format = formats.get(zone) ?? new Intl.DateTimeFormat('en-US', { ...instantParts, timeZone: zone });
  formats.set(zone, format);
  const { weekday, day, month, year, hour, minute, second, timeZoneName } = Object.fromEntries(
    format.formatToParts(new Date(at)).map(({ type, value }) => [type, value]),
  );
  const time = `${hour}:${minute}${seconds ? `:${second}` : ''} ${timeZoneName}`;
  return timeOnly ? time : `${weekday} ${day} ${month} ${year}, ${time}`;
}

const instantParts = {
  weekday: 'short',
  day: 'numeric',
  month: 'short',
  year: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
  hourCycle: 'h23',
  timeZoneName: 'short',
} as const;

/** A day (`YYYY-MM-DD`): `14 Mar 2026`. */
export function dayText(day: string): string {
  const [, date, month, year] = new Date(`${day}T00:00:00Z`).toUTCString().split(' ');
  return `${Number(date)} ${month} ${year}`;
}

/** A month (`YYYY-MM`): `March 2026`. */
export function monthText(month: string): string {
  const format = { month: 'long', year: 'numeric', timeZone: 'UTC' } as const;
  return new Date(`${month}-01T00:00:00Z`).toLocaleDateString('en-US', format);
}
