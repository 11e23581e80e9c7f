/** Dates as people write them in a form. */
import { visibleText } from '../text/comparable-text.js';
import { parseMoment, type Moment } from './moment.js';

const longestText = 40;
const dayMonthYear = /^(\d{1,2})\.(\d{1,2})\.(\d{4})$/;
const monthDayYear = /^(\d{1,2})\/(\d{1,2})\/(\d{4})$/;
const digitsOnly = /^(\d{4})(\d{2})(\d{2})$/;

/**
 * The moment that a lead's value represents: what {@link parseMoment} reads, `D.M.YYYY`, `YYYYMMDD` (a number too), and
 * `M/D/YYYY` if the lead's `country` is the United States or missing. Elsewhere it is not clear which is the month.
 */
export function writtenMoment(value: unknown, country = 'US'): Moment | undefined {
  const parsed = parseMoment(value);
  if (parsed || !isShort(value)) return parsed;
  const text = visibleText(String(value));
  const [, day, month, year] = dayMonthYear.exec(text) ?? [];
  if (year !== undefined) return dateOf(year, month, day);
  const [, compactYear, compactMonth, compactDay] = digitsOnly.exec(text) ?? [];
  if (compactYear !== undefined) return dateOf(compactYear, compactMonth, compactDay);
  const [, usMonth, usDay, usYear] = (country === 'US' && monthDayYear.exec(text)) || [];
  return usYear === undefined ? undefined : dateOf(usYear, usMonth, usDay);
}

function isShort(value: unknown): value is string | number {
  return typeof value === 'number' || (typeof value === 'string' && value.length <= longestText);
}

function dateOf(year: string, month = '', day = ''): Moment | undefined {
  return parseMoment(`${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`);
}
