/**
 * Numbers compared by their digits. A double holds some 16 digits, so two case numbers of 17 digits could be equal as
 * doubles, and one person would be taken for another.
 */
import { visibleText } from '../text/comparable-text.js';

/** A finite decimal number of any length. */
export interface ExactNumber {
  readonly sign: -1 | 0 | 1;
  /** Its digits, without zeros at either end; empty for zero. */
  readonly digits: string;
  /** How many of the digits, or of zeros after them, stand before the decimal point; negative for zeros behind it. */
  readonly exponent: number;
  /** The same text for each spelling of the number, and for no other number. */
  readonly key: string;
}

const written = /^([+-]?)(\d*)(?:\.(\d*))?(?:e([+-]?\d{1,9}))?$/i;

/** The number that a value is or represents, exactly; undefined for anything else. */
export function exactNumber(value: unknown): ExactNumber | undefined {
  if (typeof value !== 'number' && typeof value !== 'string') return undefined;
  const text = typeof value === 'number' ? String(value) : visibleText(value);
  const [, sign, whole = '', fraction = '', power = '0'] = written.exec(text) ?? [];
  if (sign === undefined || whole + fraction === '') return undefined;
  const all = whole + fraction;
  const first = all.search(/[1-9]/);
  if (first < 0) return { sign: 0, digits: '', exponent: 0, key: '0' };
  const digits = withoutEndingZeros(all.slice(first));
  const exponent = whole.length - first + Number(power);
  return {
    sign: sign === '-' ? -1 : 1,
    digits,
    exponent,
    key: `${sign === '-' ? '-' : ''}${digits}e${exponent}`,
  };
}

/** Negative, zero or positive as `a` is less than, equal to or greater than `b`. */
export function compareExactly(a: ExactNumber, b: ExactNumber): number {
  if (a.sign !== b.sign) return a.sign - b.sign;
  if (a.exponent !== b.exponent) return a.sign * (a.exponent - b.exponent);
  if (a.digits === b.digits) return 0;
  return a.digits < b.digits ? -a.sign : a.sign;
}

/** The nearest double to the number that a value is or represents, for counts of days and years. */
export function numeric(value: unknown): number | undefined {
  const number = exactNumber(value);
  if (!number) return undefined;
  const nearest = number.sign * Number(`0.${number.digits}e${number.exponent}`);
  return Number.isFinite(nearest) ? nearest : undefined;
}

// Searched backwards, because a pattern that ends in `$` would retry from every zero.
function withoutEndingZeros(digits: string): string {
  let end = digits.length;
  while (digits[end - 1] === '0') end -= 1;
  return digits.slice(0, end);
}
