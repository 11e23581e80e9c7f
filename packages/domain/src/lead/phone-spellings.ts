/** The spellings of phone numbers that people type when they search for one. */
import { plainPhone } from '@sluice/contracts';
import { parsePhone } from './phone.js';

/**
 * Returns the digit strings under which `phone` is stored for search: international, national, and with trunk prefix. A
 * North American number is stored only under its ten digits; {@link typedPhoneSpellings} maps the other spellings to
 * them.
 */
export function phoneDigitSpellings(phone: string, country?: string): string[] {
  if (/^\+1\d{10}$/.test(phone)) return [phone.slice(2)];
  const parsed = parsePhone(phone, country);
  const spellings = [
    plainPhone(phone),
    ...(parsed ? [parsed.number, parsed.nationalNumber, parsed.formatNational()] : []),
  ];
  return [...new Set(spellings.map(digitsOf))].filter((digits) => digits !== '');
}

/**
 * Returns digit strings, one of which is stored if `typed` is a lead's number in any common spelling: with spaces,
 * dots, brackets, a country code after + or 00, or a trunk prefix in brackets.
 */
export function typedPhoneSpellings(typed: string): string[] {
  // "+44 (0)20 …": the zero is dialled only within the country.
  const digits = digitsOf(typed.replace(/\(0\)/, ''));
  const international = digits.replace(/^(00|011)(?=\d{7})/, '');
  const spellings = [digits, international, international.replace(/^1(?=\d{10}$)/, ''), digitsOf(typed)];
  return [...new Set(spellings)].filter((each) => each !== '');
}

function digitsOf(text: string): string {
  return text.replace(/\D/g, '');
}
