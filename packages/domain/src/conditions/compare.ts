/** How one value of a lead compares with one value of a condition: as text, as a number, or as a date. */
import { comparableText } from '../text/comparable-text.js';
import { compareMoments, parseMoment } from '../time/moment.js';
import { compareExactly, exactNumber } from './exact-number.js';

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
 * Negative, zero or positive as `found` is less than, equal to or greater than `wanted`; undefined unless both are
 * numbers or both dates.
 */
export function ordered(found: unknown, wanted: unknown, zone: string): number | undefined {
  const number = exactNumber(found);
  const wantedNumber = number && exactNumber(wanted);
  if (wantedNumber) return compareExactly(number, wantedNumber);
  return calendarOrdered(found, wanted, zone);
}

/** Like `ordered`, but only for dates and timestamps. */
export function calendarOrdered(found: unknown, wanted: unknown, zone: string): number | undefined {
  const moment = parseMoment(found);
  const wantedMoment = parseMoment(wanted);
  return moment && wantedMoment ? compareMoments(moment, wantedMoment, zone) : undefined;
}
