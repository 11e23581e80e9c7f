/** Phone numbers: one spelling for storage, and whom a number identifies. */
import { plainPhone, type LeadData } from '@sluice/contracts';
import {
  getCountryCallingCode,
  isSupportedCountry,
  parsePhoneNumberFromString,
  type CountryCode,
  type PhoneNumber,
} from 'libphonenumber-js';

const defaultCountry = 'US';

/** A phone number as it is stored. */
export interface NormalisedPhone {
  /** E.164 if valid; otherwise exactly as sent. */
  readonly phone: string;
  readonly phoneValid: boolean;
}

/**
 * Converts a phone number to E.164. Without a country code it is parsed as a number of `country`, or of the US if no
 * country is given; a number that is not valid there never becomes one of another country.
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
 * The E.164 number by which a lead can be told from others; undefined for a number that is not valid, or that repeats
 * one digit: people who withhold theirs type `000-000-0000`, and are not one person.
 */
export function identifyingPhone({
  phone,
  phoneValid,
  country,
}: Pick<LeadData, 'phone' | 'phoneValid' | 'country'>): string | undefined {
  if (phone === undefined || phoneValid === false) return undefined;
  // Most numbers were parsed when they arrived, and end in different digits.
  if (phoneValid === true && isE164.test(phone) && !repeatsAtEnd.test(phone)) return phone;
  const parsed = parsePhone(phone, country);
  return parsed?.isValid() && !repeatsOneDigit(parsed) ? parsed.number : undefined;
}

const isE164 = /^\+\d+$/;
const repeatsAtEnd = /(\d)\1{4}$/;

/** Whether the number within its country is one digit repeated, as `+1 111 111 1111`. */
export function repeatsOneDigit({ nationalNumber }: Pick<PhoneNumber, 'nationalNumber'>): boolean {
  return /^(\d)\1*$/.test(nationalNumber);
}

/**
 * Parses a number as one of `country`. The whole text has to be one number, so neither an extension nor a second number
 * becomes digits of it.
 */
export function parsePhone(sent: string, country: string = defaultCountry): PhoneNumber | undefined {
  const text = plainPhone(sent);
  const parsed = ofOwnCountry(text, country) ?? parseWhole(text, country);
  const withoutZeros = text.replace(endingZeros, '$1');
  if (withoutZeros !== text) return unlessAmbiguous(parsed, parseWhole(withoutZeros, country));
  if (parsed?.isValid() || !text.includes('(0)')) return parsed;
  // "+34 (0)612 …": the zero is dialled only within a country, and not even there in every one.
  return parseValid(text.replace('(0)', ''), country) ?? parsed;
}

// Zeros behind the only period are a group of the number, or the decimals of a quantity.
const endingZeros = /^([^.]*\d[\s()-]*)\.0{2,}(?=[\s().-]*$)/;

function unlessAmbiguous(
  withZeros: PhoneNumber | undefined,
  withoutZeros: PhoneNumber | undefined,
): PhoneNumber | undefined {
  if (!withoutZeros?.isValid()) return withZeros;
  return withZeros?.isValid() ? undefined : withoutZeros;
}

// An international prefix is dialled in its country only: 00 in Germany, 011 in the US. Behind another country's prefix
// nothing but a number of the lead's own country is meant.
function ofOwnCountry(text: string, country: string): PhoneNumber | undefined {
  const dialled = /^\s*0(?:0|11)(?=[\s().-]*[1-9])/.exec(text)?.[0];
  if (dialled === undefined || !isSupportedCountry(country)) return undefined;
  const parsed = parseValid(`+${text.slice(dialled.length)}`, country);
  return parsed?.countryCallingCode === getCountryCallingCode(country) ? parsed : undefined;
}

function parseValid(text: string, country: string): PhoneNumber | undefined {
  const parsed = parseWhole(text, country);
  return parsed?.isValid() ? parsed : undefined;
}

function parseWhole(text: string, country: string): PhoneNumber | undefined {
  // An unknown country is no error of the library, which then parses only numbers with a country code.
  return parsePhoneNumberFromString(text, { defaultCountry: country as CountryCode, extract: false });
}
