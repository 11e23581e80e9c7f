/** Amounts of money in minor units of their currency, such as cents, and back. */
import { currencyDigits } from '@sluice/contracts';

/** The amount in minor units, rounded half up; undefined if it is too large to be counted exactly. */
export function minorUnits(amount: number, currency: string): number | undefined {
  const digits = currencyDigits(currency);
  // Decimal digits move exactly in text, where a multiplication would turn 1.005 into 100.49999999999999.
  const moved = /e/.test(`${amount}`) ? amount * 10 ** digits : Number(`${amount}e${digits}`);
  // Without the zero, an amount just below nothing would be a negative zero.
  const minor = Math.round(moved) + 0;
  return Number.isSafeInteger(minor) ? minor : undefined;
}

/** The amount of `minor` units, as a decimal number in units of the currency. */
export function decimalAmount(minor: number, currency: string): number {
  return Number(`${minor}e-${currencyDigits(currency)}`);
}
