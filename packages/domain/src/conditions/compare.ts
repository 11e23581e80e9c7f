/** How one value of a lead compares with one value of a condition: as text, as a number, or on the calendar. */
import { compareMoments, parseMoment } from '../time/moment.js';

/** Text for comparing: trimmed and lower-cased; undefined for what is not text, a number or a truth value. */
export function plainText(value: unknown): string | undefined {
  if (typeof value === 'string') return value.trim().toLowerCase();
  return typeof value === 'number' || typeof value === 'boolean' ? String(value) : undefined;
}

/** The number that a value is or spells; undefined for anything else. */
export function numeric(value: unknown): number | undefined {
  if (typeof value === 'number') return Number.isFinite(value) ? value : undefined;
  if (typeof value !== 'string' || value.trim() === '') return undefined;
  const number = Number(value);
  return Number.isFinite(number) ? number : undefined;
}

/** Equal without case and outer space. A number equals each of its spellings; two texts compare as text (`05` is not `5`). */
export function sameValue(found: unknown, wanted: unknown): boolean {
  if (typeof found === 'number' || typeof wanted === 'number') {
    const number = numeric(found);
    if (number !== undefined && number === numeric(wanted)) return true;
  }
  const text = plainText(found);
  return text !== undefined && text !== '' && text === plainText(wanted);
}

/** Below, at or above zero as `found` is below, at or above `wanted`; undefined unless both are numbers or both dates. */
export function ordered(found: unknown, wanted: unknown, zone: string): number | undefined {
  const number = numeric(found);
  const wantedNumber = numeric(wanted);
  if (number !== undefined && wantedNumber !== undefined) return number - wantedNumber;
  return calendarOrdered(found, wanted, zone);
}

/** As `ordered`, but for dates and timestamps alone. */
export function calendarOrdered(found: unknown, wanted: unknown, zone: string): number | undefined {
  const moment = parseMoment(found);
  const wantedMoment = parseMoment(wanted);
  return moment && wantedMoment ? compareMoments(moment, wantedMoment, zone) : undefined;
}
