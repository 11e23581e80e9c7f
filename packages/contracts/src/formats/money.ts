/** Amounts of money as they are written: decimal numbers with at most the decimals of their currency. */
import { currencyDigits, isCurrencyCode } from './currency-code.js';

/** The largest amount that may be written, in units of any currency: it is exact in minor units of all of them. */
export const mostAmount = 999_999_999_999;

/** Why `amount` is too fine for `currency`; undefined if it is not, or if either has a problem of its own. */
export function tooFine(amount: unknown, currency: unknown): string | undefined {
  if (typeof amount !== 'number' || typeof currency !== 'string' || !isCurrencyCode(currency))
    return undefined;
  const digits = currencyDigits(currency);
  if (decimalsOf(amount) <= digits) return undefined;
  const code = currency.toUpperCase();
  return digits === 0
    ? `must be a whole number in ${code}`
    : `must have at most ${digits} decimals in ${code}`;
}

function decimalsOf(amount: number): number {
  const text = String(amount);
  return text.includes('e-') ? Infinity : (text.split('.')[1] ?? '').length;
}
