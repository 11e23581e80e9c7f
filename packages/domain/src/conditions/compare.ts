/** How one value of a lead compares with one value of a condition: as text, as a number, or as a date. */
import { comparableText } from '../text/comparable-text.js';
import { compareMoments, parseMoment } from '../time/moment.js';
import { writtenMoment } from '../time/written-moment.js';
import { compareExactly, exactNumber } from './exact-number.js';
import { writtenNumber } from './written-number.js';

/** Why a value cannot be compared as a number or a date: it is not readable as one. */
export type Unread = 'not_a_number' | 'not_a_date';

/** What dates of a lead depend on: the zone of its days, and its country if it has one. */
export interface Place {
  readonly zone: string;
  readonly country: string | undefined;
}

/** Text for comparison ({@link comparableText}); undefined for a value that is neither text, a number nor a Boolean. */
export function plainText(value: unknown): string | undefined {
  if (typeof value === 'string') return comparableText(value);
  return typeof value === 'number' || typeof value === 'boolean' ? String(value) : undefined;
}

/**
 * Equal, ignoring case, outer spaces and invisible characters. A number equals each of its spellings; two texts compare
 * as text (`05` is not `5`).
 */
export function sameValue(found: unknown, wanted: unknown): boolean {
  if (typeof found === 'number' || typeof wanted === 'number') {
    const [number, wantedNumber] = [exactNumber(found), exactNumber(wanted)];
    if (number && wantedNumber && compareExactly(number, wantedNumber) === 0) return true;
  }
  const text = plainText(found);
  return text !== undefined && text !== '' && text === plainText(wanted);
}

/**
 * Negative, zero or positive as `found`, which people may have written, is less than, equal to or greater than `wanted`,
 * a number or a date. Undefined if `wanted` is neither.
 */
export function ordered(found: unknown, wanted: unknown, place: Place): number | Unread | undefined {
  const wantedNumber = exactNumber(wanted);
  if (!wantedNumber) return calendarOrdered(found, wanted, place);
  const number = writtenNumber(found);
  return number ? compareExactly(number, wantedNumber) : 'not_a_number';
}

/** Like `ordered`, but only for dates and timestamps. */
export function calendarOrdered(
  found: unknown,
  wanted: unknown,
  { zone, country }: Place,
): number | Unread | undefined {
  const wantedMoment = parseMoment(wanted);
  if (!wantedMoment) return undefined;
  const moment = writtenMoment(found, country);
  return moment ? compareMoments(moment, wantedMoment, zone) : 'not_a_date';
}
