/** The days of a time zone, as reports count by them. */
import { instantsFromTo } from '../time/instants-from-to.js';
import { localDay } from '../time/moment.js';

const DAY_MS = 86_400_000;

/** The days from `from` to `to`, written YYYY-MM-DD: without `to` until today in `zone`, without `from` `count` days. */
export function lastDays(
  { from, to }: { readonly from?: string | undefined; readonly to?: string | undefined },
  count: number,
  now: Date,
  zone: string,
): { readonly from: string; readonly to: string } {
  const last = to ?? dayText(localDay(now, zone));
  // A day that is to come after today would leave nothing to report.
  const until = to === undefined && from !== undefined && from > last ? from : last;
  return { from: from ?? dayText(Date.parse(until) - (count - 1) * DAY_MS), to: until };
}

/** Each day of a span, both ends included, written as they are. */
export function eachDay({ from, to }: { readonly from: string; readonly to: string }): readonly string[] {
  const days: string[] = [];
  for (let ms = Date.parse(from); ms <= Date.parse(to); ms += DAY_MS) days.push(dayText(ms));
  return days;
}

const dayText = (ms: number): string => new Date(ms).toISOString().slice(0, 10);

/** A local day, of 23 to 25 hours. */
export interface LocalDay {
  readonly from: Date;
  /** Exclusive. */
  readonly before: Date;
}

/** The whole days in `zone`, in order, from the one of the instant `from` to before the instant `before`. */
export function localDaysBetween(zone: string, from: Date, before: Date): readonly LocalDay[] {
  const days: LocalDay[] = [];
  const beginningOf = (day: number) =>
    instantsFromTo(new Date(day).toISOString().slice(0, 10), undefined, zone).from as Date;
  let begins = beginningOf(localDay(from, zone));
  for (let next = localDay(from, zone) + DAY_MS; begins < before; next += DAY_MS) {
    const ends = beginningOf(next);
    // Some places have left out a day, to change sides of the date line.
    if (begins < ends) days.push({ from: begins, before: ends });
    begins = ends;
  }
  return days;
}
