/** Numbers as people write them in a form. */
import { readAmount } from '../money/read-amount.js';
import { visibleText } from '../text/comparable-text.js';
import { exactNumber, type ExactNumber } from './exact-number.js';

// The sign may stand before or behind that of the currency.
const withSign = /^([^\d+\-\u2212]*)([+\-\u2212])\s*([^+\-\u2212]*)$/;
const withExponent = /^(.*\d)e([+-]?\d{1,9})$/is;
const longestText = 100;

/**
 * The number that a lead's value is or represents, also written as a price may be: `15,000`, `$15,000`, `15 000`, with a
 * sign or an exponent too. Undefined for anything else.
 */
export function writtenNumber(value: unknown): ExactNumber | undefined {
  const exact = exactNumber(value);
  if (exact || typeof value !== 'string' || value.length > longestText) return exact;
  const text = visibleText(value);
  const [, mantissa = text, power = '0'] = withExponent.exec(text) ?? [];
  const [, before = '', sign = '', after = mantissa] = withSign.exec(mantissa) ?? [];
  const amount = readAmount(before + after);
  return amount === undefined ? undefined : exactNumber(`${sign.replace('\u2212', '-')}${amount}e${power}`);
}
