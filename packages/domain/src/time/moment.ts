/**
 * Dates and timestamps as leads and configuration write them. A date has no time zone, so when it is compared with an
 * instant, the instant is converted to the local date in the zone that the caller passes.
 */
import { visibleText } from '../text/comparable-text.js';
import { wallTimeAt } from './wall-time.js';

const dayMs = 86_400_000;

/** A calendar day (as the milliseconds of its midnight in UTC) or an instant. */
export type Moment =
  | { readonly kind: 'date'; readonly dayMs: number }
  | { readonly kind: 'instant'; readonly ms: number };

const written = /^(\d{4}-\d{2}-\d{2})(?:[T ](\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?)(Z|[+-]\d{2}:?\d{2})?)?$/i;

/** Parses `YYYY-MM-DD` or an ISO 8601 timestamp (UTC if it has no offset); anything else is undefined. */
export function parseMoment(value: unknown): Moment | undefined {
  if (typeof value !== 'string' || value.length > 40) return undefined;
  const [, date, time, zone] = written.exec(visibleText(value)) ?? [];
  if (date === undefined) return undefined;
  const midnight = Date.parse(`${date}T00:00Z`);
  // There is no 31 February, but Date would convert it to another day.
  if (Number.isNaN(midnight) || !new Date(midnight).toISOString().startsWith(date)) return undefined;
  if (time === undefined) return { kind: 'date', dayMs: midnight };
  const offset = (zone ?? 'Z').toUpperCase().replace(/^([+-]\d{2})(\d{2})$/, '$1:$2');
  const ms = Date.parse(`${date}T${time}${offset}`);
  return Number.isNaN(ms) ? undefined : { kind: 'instant', ms };
}

/** Negative if `a` is before `b`, zero if they coincide. If either is a date, days are compared. */
export function compareMoments(a: Moment, b: Moment, zone: string): number {
  if (a.kind === 'instant' && b.kind === 'instant') return a.ms - b.ms;
  return dayOf(a, zone) - dayOf(b, zone);
}

/** How many days `moment` is before `now`: whole days for a date, fractions for an instant; negative if it is later. */
export function daysSince(moment: Moment, now: Date, zone: string): number {
  if (moment.kind === 'instant') return (now.getTime() - moment.ms) / dayMs;
  return (localDay(now, zone) - moment.dayMs) / dayMs;
}

/**
 * Completed years from `moment` to today in `zone`; negative if it is later. For a birth on 29 February, a year
 * completes on 1 March.
 */
export function completedYears(moment: Moment, now: Date, zone: string): number {
  const from = new Date(dayOf(moment, zone));
  const today = new Date(localDay(now, zone));
  const years = today.getUTCFullYear() - from.getUTCFullYear();
  const birthdayIsAhead =
    today.getUTCMonth() < from.getUTCMonth() ||
    (today.getUTCMonth() === from.getUTCMonth() && today.getUTCDate() < from.getUTCDate());
  return birthdayIsAhead ? years - 1 : years;
}

/** The local calendar day in `zone` at an instant, as the milliseconds of that day's midnight in UTC. */
export function localDay(instant: Date, zone: string): number {
  return Math.floor(wallTimeAt(zone, instant.getTime()) / dayMs) * dayMs;
}

function dayOf(moment: Moment, zone: string): number {
  return moment.kind === 'date' ? moment.dayMs : localDay(new Date(moment.ms), zone);
}

/** The local date (`YYYY-MM-DD`) and time of day (`HH:mm:ss`) in `zone` at an instant. */
export function localClock(instant: Date, zone: string): { readonly date: string; readonly time: string } {
  const shown = new Date(wallTimeAt(zone, instant.getTime())).toISOString();
  return { date: shown.slice(0, 10), time: shown.slice(11, 19) };
}
