/** How one value of a lead compares with one value of a condition: as text, as a number, or as a date. */
import { compareMoments, parseMoment } from '../time/moment.js';

/** Text for comparison: trimmed and lower-cased; undefined for a value that is neither text, a number nor a Boolean. */
export function plainText(value: unknown): string | undefined {
  if (typeof value === 'string') return value.trim().toLowerCase();
  return typeof value === 'number' || typeof value === 'boolean' ? String(value) : undefined;
}

/** The number that a value is or represents; undefined for anything else. */
export function numeric(value: unknown): number | undefined {
  if (typeof value === 'number') return Number.isFinite(value) ? value : undefined;
  if (typeof value !== 'string' || value.trim() === '') return undefined;
  const number = Number(value);
  return Number.isFinite(number) ? number : undefined;
}

/**
 * Equal, ignoring case and outer spaces. A number equals each of its spellings; two texts compare as text (`05` is not
 * `5`).
 */
export function sameValue(found: unknown, wanted: unknown): boolean {
  if (typeof found === 'number' || typeof wanted === 'number') {
    const number = numeric(found);
    if (number !== undefined && number === numeric(wanted)) return true;
  }
  const text = plainText(found);
  return text !== undefined && text !== '' && text === plainText(wanted);
}

/**
 * Negative, zero or positive as `found` is less than, equal to or greater than `wanted`; undefined unless both are
 * numbers or both dates.
 */
export function ordered(found: unknown, wanted: unknown, zone: string): number | undefined {
  const number = numeric(found);
  const wantedNumber = numeric(wanted);
  if (number !== undefined && wantedNumber !== undefined) return number - wantedNumber;
  return calendarOrdered(found, wanted, zone);
}

/** Like `ordered`, but only for dates and timestamps. */
export function calendarOrdered(found: unknown, wanted: unknown, zone: string): number | undefined {
  const moment = parseMoment(found);
  const wantedMoment = parseMoment(wanted);
  return moment && wantedMoment ? compareMoments(moment, wantedMoment, zone) : undefined;
}
