/** Phone numbers: one spelling for the machine, and the spellings that people type when they look for one. */
import { parsePhoneNumberFromString, type CountryCode, type PhoneNumber } from 'libphonenumber-js';

const defaultCountry = 'US';

/** A phone number as it is stored. */
export interface NormalisedPhone {
  /** E.164 when valid, else exactly what was sent. */
  readonly phone: string;
  readonly phoneValid: boolean;
}

/** Brings a phone number into E.164; without a country code of its own it is read as one of `country`, else US. */
export function normalisePhone(sent: string, country?: string): NormalisedPhone {
  const parsed = parsePhone(sent, country);
  return parsed?.isValid() ? { phone: parsed.number, phoneValid: true } : { phone: sent, phoneValid: false };
}

/**
 * Answers the E.164 form of a number that could exist, even if no subscriber range holds it; nothing for
 * text that cannot be a number at all. Vendors who hash numbers want this form or none.
 */
export function possiblePhone(sent: string, country?: string): string | undefined {
  const parsed = parsePhone(sent, country);
  return parsed?.isPossible() ? parsed.number : undefined;
}

/**
 * Answers the digit runs under which `phone` is stored for search: international, national, and with trunk prefix. A North
 * American number is stored under its ten digits alone; {@link typedPhoneSpellings} leads there from the others.
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
 * Answers the digit runs of which one is stored when `typed` is a lead's number, in any common spelling: with spaces,
 * dots, brackets, a country code behind + or 00, or a trunk prefix in brackets.
 */
export function typedPhoneSpellings(typed: string): string[] {
  // "+44 (0)20 …": the zero is dialled within the country alone.
  const digits = digitsOf(typed.replace(/\(0\)/, ''));
  const international = digits.replace(/^(00|011)(?=\d{7})/, '');
  const spellings = [digits, international, international.replace(/^1(?=\d{10}$)/, ''), digitsOf(typed)];
  return [...new Set(spellings)].filter((each) => each !== '');
}

function parsePhone(text: string, country: string | undefined): PhoneNumber | undefined {
  // An unknown country is not an error of the library; it only reads numbers with a country code then.
  return (
    parsePhoneNumberFromString(text, (country ?? defaultCountry) as CountryCode) ??
    parsePhoneNumberFromString(text, defaultCountry)
  );
}

function digitsOf(text: string): string {
  return text.replace(/\D/g, '');
}
