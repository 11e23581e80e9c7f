/**
 * The text of a phone number as the interface's rules read it (§2.4), whatever keyboard or spreadsheet wrote it. Which
 * number it is depends on the country and is decided elsewhere.
 */
import { withoutFullWidth } from './full-width.js';
import { onlyVisible } from './visible-text.js';

const plainAscii = /^[\x20-\x7e]*$/;
// Beside the dashes: the minus sign, and the long-vowel mark that Japanese keyboards have where others have the hyphen.
const hyphens = /[\p{Pd}\u2212\u30fc\uff70]/gu;
const spaces = /\s/g;
const otherDigit = /[^0-9\P{Nd}]/gu;
const otherSign = /[\u207a\u207d\u207e\ufe59\ufe5a\ufe62\u3002\uff61]/g;
const signs: Readonly<Record<string, string>> = {
  '\u207a': '+',
  '\ufe62': '+',
  '\u207d': '(',
  '\ufe59': '(',
  '\u207e': ')',
  '\ufe5a': ')',
  '\u3002': '.',
  '\uff61': '.',
};

// A number that a spreadsheet or a program took for a quantity. Longer zeros behind a period may be the last group of a
// number that is written in groups (`415.555.0000`), so they count only behind digits alone.
const decimalOfDigits = /^(\s*\+?\d{7,})\.0+(?=\s*$)/;
const singleDecimal = /(\d)\.0(?=[\s().-]*$)/;
// How pages and address books link to a number.
const scheme = /^\s*tel:\s*/i;

/**
 * Returns the number in plain characters: without invisible ones; digits of any script as `0`–`9`, dashes as hyphens,
 * any space as a space; without a `tel:` before it and the `.0` of a number that was exported as a quantity. Other
 * characters stay.
 */
export function plainPhone(sent: string): string {
  const text = plainAscii.test(sent) ? sent : inAscii(onlyVisible(sent));
  return text.replace(scheme, '').replace(decimalOfDigits, '$1').replace(singleDecimal, '$1');
}

function inAscii(text: string): string {
  return withoutFullWidth(text)
    .replace(hyphens, '-')
    .replace(spaces, ' ')
    .replace(otherSign, (sign) => signs[sign] ?? sign)
    .replace(otherDigit, digitOf);
}

// The digits of every script stand in a row from 0 to 9; some rows follow directly on another.
function digitOf(digit: string): string {
  const at = digit.codePointAt(0) ?? 0;
  let start = at;
  while (/\p{Nd}/u.test(String.fromCodePoint(start - 1))) start -= 1;
  return String((at - start) % 10);
}
