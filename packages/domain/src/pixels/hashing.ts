/**
 * The spelling that ad platforms require for a person's data before it is hashed. Values that cannot be spelled that
 * way are left out.
 */
import { canonicalEmail, onlyVisible, type LeadData } from '@sluice/contracts';
import { parsePhone, repeatsOneDigit } from '../lead/phone.js';
import { visibleText } from '../text/comparable-text.js';
import { sha256 } from '../sha256.js';
import { stateCode } from '../lead/state-code.js';

/** Hashes a spelled value; undefined stays undefined. */
export function hashed(text: string | undefined): string | undefined {
  return text === undefined || text === '' ? undefined : sha256(text);
}

/** An email address, trimmed and in lower case, its domain as mail systems know it. */
export function spelledEmail(email: string | undefined): string | undefined {
  return email === undefined ? undefined : canonicalEmail(email);
}

/** A phone number in E.164; undefined for text that cannot be one, and for a number that repeats one digit. */
export function spelledPhone({ phone, country }: Pick<LeadData, 'phone' | 'country'>): string | undefined {
  const parsed = phone === undefined ? undefined : parsePhone(phone, country);
  return parsed?.isPossible() && !repeatsOneDigit(parsed) ? parsed.number : undefined;
}

/** A name in lower case, without punctuation. */
export function spelledName(name: string | undefined): string | undefined {
  return name === undefined ? undefined : withoutPunctuation(name).replace(/\s+/g, ' ').trim();
}

/** A city in lower case, without spaces or punctuation. */
export function spelledCity(city: string | undefined): string | undefined {
  return city === undefined ? undefined : withoutPunctuation(city).replace(/\s+/g, '');
}

/**
 * A state in lower case: the two letters of a state of the US or a province of Canada however it was written; otherwise
 * without spaces or punctuation.
 */
export function spelledState(state: string | undefined, country: string | undefined): string | undefined {
  if (state === undefined) return undefined;
  return stateCode(state, country)?.toLowerCase() ?? spelledCity(state);
}

/** A postal code: the five digits in the US; elsewhere in lower case without spaces or hyphens. */
export function spelledZip(zip: string | undefined, country: string | undefined): string | undefined {
  if (zip === undefined) return undefined;
  const [, five] = /^\s*(\d{5})(?:[\s-]?\d{4})?\s*$/.exec(onlyVisible(zip)) ?? [];
  if (five !== undefined && (country === undefined || country === 'US')) return five;
  return onlyVisible(zip).replace(/[\s-]/g, '').toLowerCase();
}

function withoutPunctuation(text: string): string {
  return visibleText(text)
    .toLowerCase()
    .replace(/[\p{P}\p{S}]/gu, '');
}
