/**
 * Reads an amount of money as other systems write it: with a currency before or behind it, thousands separators, and a
 * decimal point or comma. What could mean two amounts is read in one way only, and everything else not at all: a price
 * that is missing is noticed, a wrong one is not.
 */
import { isCurrencyCode, withoutInvisible, WrittenNumber } from '@sluice/contracts';

/**
 * Returns the amount as a decimal such as `1250.00`; undefined if it is not readable. Readable are a JSON number, and a
 * text such as `$1,250.00`, `42,50 €`, `USD 42.50` or `1’250`; `1,250` is 1250 and `1.250` is 1.25. With `expected`, a
 * code of ISO 4217, only that currency is readable; without it, every currency is.
 */
export function readAmount(value: unknown, expected?: string): string | undefined {
  if (typeof value === 'number' || value instanceof WrittenNumber) return fromJsonNumber(String(value));
  if (typeof value !== 'string' || value.length > longestText) return undefined;
  const text = withoutInvisible(value).trim();
  const [start, end] = [text.search(/[.,]?\d/), text.search(/\D*$/)];
  if (start < 0) return undefined;
  const [before, digits, after] = [text.slice(0, start), text.slice(start, end), text.slice(end)];
  // The point of an abbreviation such as `Rs.` would be taken for a decimal point.
  if (/\p{L}$/u.test(before) && !/^\d/.test(digits)) return undefined;
  return isOneCurrency(wordsOf(before).concat(wordsOf(after)), expected)
    ? bounded(fromDigits(digits))
    : undefined;
}

const longestText = 60;
const mostIntegerDigits = 12;

function bounded(decimal: string | undefined): string | undefined {
  const [integer = ''] = decimal?.replace(/^0+(?=\d)/, '').split('.') ?? [];
  return integer.length > mostIntegerDigits ? undefined : decimal;
}

// JSON may write a number with an exponent, which says nothing about its kind.
function fromJsonNumber(text: string): string | undefined {
  const [, integer = '', fraction = '', exponent = '0'] =
    /^(\d+)(?:\.(\d+))?(?:e([+-]?\d{1,2}))?$/i.exec(text) ?? [];
  if (integer === '') return undefined;
  const point = integer.length + Number(exponent);
  const digits = `${'0'.repeat(Math.max(0, 1 - point))}${integer}${fraction}`;
  const at = Math.max(point, 1);
  const padded = digits.padEnd(at, '0');
  return bounded(padded.length > at ? `${padded.slice(0, at)}.${padded.slice(at)}` : padded);
}

// At most two separators of a kind; the decimal sign differs from the thousands separator.
const grouped = [
  /^([1-9]\d{0,2}(?:,\d{3}){1,2})(?:\.(\d+))?$/,
  /^([1-9]\d{0,2}(?:\.\d{3}){1,2}),(\d+)$/,
  /^([1-9]\d{0,2}(?:\.\d{3}){2})()$/,
  /^([1-9]\d{0,2}(?:\s\d{3}){1,2})(?:[.,](\d+))?$/,
  /^([1-9]\d{0,2}(?:['’]\d{3}){1,2})(?:[.,](\d+))?$/,
];
const ungrouped = /^(\d*)(?:[.,](\d+))?$/;

function fromDigits(digits: string): string | undefined {
  for (const form of [...grouped, ungrouped]) {
    const [whole, integer = '', fraction = ''] = form.exec(digits) ?? [];
    if (whole === undefined) continue;
    const plain = integer.replace(/\D/g, '') || '0';
    return fraction === '' ? plain : `${plain}.${fraction}`;
  }
  return undefined;
}

function wordsOf(text: string): readonly string[] {
  return text.split(/\s+/).filter((word) => word !== '');
}

// A code or a sign, or both of the same currency, e.g. `$42.50 USD`.
function isOneCurrency(marks: readonly string[], expected: string | undefined): boolean {
  const codes = marks.filter(isCurrencyCode).map((code) => code.toUpperCase());
  const signs = marks.filter((mark) => !isCurrencyCode(mark));
  if (codes.length > 1 || signs.length > 1) return false;
  const currency = codes[0] ?? expected?.toUpperCase();
  if (expected !== undefined && currency !== expected.toUpperCase()) return false;
  return signs.every((sign) => (currency === undefined ? isSign(sign) : signsOf(currency).has(sign)));
}

// Signs that are letters are known ones only: `42k` is no amount in a currency.
function isSign(text: string): boolean {
  return /^(?:\p{L}{0,3}\p{Sc}|kr|zł|Kč|Ft|lei|Rs|RM|Rp)$/u.test(text);
}

const signs = new Map<string, ReadonlySet<string>>();

/** How a currency is written without its code, e.g. `$` and `US$`. */
function signsOf(currency: string): ReadonlySet<string> {
  let known = signs.get(currency);
  if (!known) {
    const [full, narrow] = (['symbol', 'narrowSymbol'] as const).map(
      (currencyDisplay) =>
        new Intl.NumberFormat('en', { style: 'currency', currency, currencyDisplay })
          .formatToParts(0)
          .find(({ type }) => type === 'currency')?.value ?? currency,
    ) as [string, string];
    // Dollars and pounds are told apart by their country.
    known = new Set([
      full,
      narrow,
      ...(/^\p{Sc}$/u.test(narrow) ? [`${currency.slice(0, 2)}${narrow}`] : []),
    ]);
    signs.set(currency, known);
  }
  return known;
}
