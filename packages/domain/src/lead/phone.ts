/** Phone numbers: one spelling for storage, and the spellings that people type when they search for one. */
import { parsePhoneNumberFromString, type CountryCode, type PhoneNumber } from 'libphonenumber-js';

const defaultCountry = 'US';

/** A phone number as it is stored. */
export interface NormalisedPhone {
  /** E.164 if valid; otherwise exactly as sent. */
  readonly phone: string;
  readonly phoneValid: boolean;
}

/**
 * Converts a phone number to E.164. Without a country code it is parsed as a number of `country`, or else of the US.
 */
export function normalisePhone(sent: string, country?: string): NormalisedPhone {
  const parsed = parsePhone(sent, country);
  return parsed?.isValid() ? { phone: parsed.number, phoneValid: true } : { phone: sent, phoneValid: false };
}

/**
 * Returns the E.164 form of a number that could exist, even if no subscriber range contains it; undefined for text that
 * cannot be a number. Vendors who hash numbers want this form or none.
 */
export function possiblePhone(sent: string, country?: string): string | undefined {
  const parsed = parsePhone(sent, country);
  return parsed?.isPossible() ? parsed.number : undefined;
}

/**
 * Returns the digit strings under which `phone` is stored for search: international, national, and with trunk prefix. A
 * North American number is stored only under its ten digits; {@link typedPhoneSpellings} maps the other spellings to
 * them.
 */
export function phoneDigitSpellings(phone: string, country?: string): string[] {
  if (/^\+1\d{10}$/.test(phone)) return [phone.slice(2)];
  const parsed = parsePhone(phone, country);
  const spellings = [
    phone,
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

function parsePhone(text: string, country: string | undefined): PhoneNumber | undefined {
  // An unknown country is no error of the library, which then parses only numbers with a country code.
  return (
    parsePhoneNumberFromString(text, (country ?? defaultCountry) as CountryCode) ??
    parsePhoneNumberFromString(text, defaultCountry)
  );
}

function digitsOf(text: string): string {
  return text.replace(/\D/g, '');
}
