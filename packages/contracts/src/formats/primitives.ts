/**
 * The scalar formats that several resources use: identifiers, times, countries, currencies, email addresses. A format
 * of a single resource is in that resource's file. No format aborts: a check that aborts would keep the rules that
 * concern several fields from running, and hide their problems. A length that a pattern bounds is only described.
 */
import { z } from 'zod';
import { characterCount } from './bounds.js';
import { isCurrencyCode } from './currency-code.js';
import { isoInstant } from './iso-instant.js';
import { parseHttpUrl } from './parse-url.js';
import { canonicalEmail } from '../text/email-address.js';
import { plainPhone } from '../text/phone-text.js';
import { isTimeZone } from './time-zone.js';

/** Accepts a whole number. In place of `z.int()`, which aborts for a fraction. */
export const wholeNumberSchema = z
  .number()
  .refine(Number.isInteger, 'must be a whole number')
  .meta({ type: 'integer' });

/** Accepts an identifier that the caller chooses. It becomes part of a document key, so `/` and `.` are excluded. */
export const chosenIdSchema = z
  .string()
  .regex(/^[A-Za-z0-9_-]{1,64}$/, 'must be 1 to 64 letters, digits, hyphens or underscores')
  .meta({ maxLength: 64 });

/** Accepts a campaign code (§2.1, §8). */
export const campaignCodeSchema = z
  .string()
  .regex(/^[A-Z0-9]{2,5}$/, 'must be 2 to 5 upper-case letters or digits')
  .meta({ maxLength: 5 });

/** Accepts an existing calendar date, `YYYY-MM-DD`. */
export const dateSchema = z.iso.date().meta({ maxLength: 10 });

/** Accepts a time of day `HH:mm`. */
export const timeOfDaySchema = z
  .string()
  .regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'must be a time of day HH:mm')
  .meta({ maxLength: 5 });

/** Accepts the exclusive end of a window of hours: `HH:mm`, or `24:00` for the end of the day. */
export const endOfHoursSchema = z
  .string()
  .regex(/^(([01]\d|2[0-3]):[0-5]\d|24:00)$/, 'must be a time of day HH:mm')
  .meta({ maxLength: 5 });

/** Accepts a time zone that is in this machine's time zone database. */
export const timeZoneSchema = z
  .string()
  .refine(isTimeZone, 'must be an IANA time zone name')
  .meta({ maxLength: 64 });

/** Accepts a two-letter upper-case country code (§8). */
export const countrySchema = z
  .string()
  .regex(/^[A-Z]{2}$/, 'must be two upper-case letters')
  .meta({ maxLength: 2 });

/** Accepts a currency code of ISO 4217, ignoring case, and converts it to upper case. */
export const currencySchema = z
  .string()
  .refine(isCurrencyCode, 'must be an ISO 4217 currency code')
  .overwrite((code) => code.toUpperCase())
  .meta({ pattern: '^[A-Za-z]{3}$', maxLength: 3 });

/** An instant as the service writes it: ISO 8601, UTC, milliseconds. */
export const timestampSchema = z.string().meta({ format: 'date-time', example: '2026-01-15T17:20:31.042Z' });

/** Accepts an instant in ISO 8601 (UTC if it has no offset) and converts it to UTC with milliseconds. */
export const sentTimestampSchema = z
  .string()
  .refine((sent) => sent.length <= 64 && isoInstant(sent) !== undefined, 'must be an ISO 8601 timestamp')
  .overwrite((sent) => isoInstant(sent) ?? sent)
  .meta({ format: 'date-time', maxLength: 64 });

const emailPattern =
  /^[^\s@.,;:<>()[\]\\"]+(?:\.[^\s@.,;:<>()[\]\\"]+)*@(?:[a-z0-9](?:[a-z0-9-]*[a-z0-9])?\.)+(?:[a-z]{2,}|xn--[a-z0-9-]+)$/;

/**
 * Accepts an email address of at most 320 characters, in any of the spellings that `canonicalEmail` makes one. It stays
 * as it was sent, because the canonical address is stored beside it.
 */
export const emailSchema = z
  .string()
  .max(320)
  // A longer one has its problem already.
  .refine(
    (sent) => characterCount(sent) > 320 || emailPattern.test(canonicalEmail(sent)),
    'must be an email address',
  )
  .meta({ format: 'email' });

/** Accepts a phone number in E.164; digits of other scripts and invisible characters are read as for any number. */
export const e164Schema = z
  .string()
  .overwrite(plainPhone)
  .regex(/^\+[1-9]\d{6,14}$/, 'must be an E.164 number such as +14155550132')
  .meta({ maxLength: 16 });

/** Accepts an absolute http or https URL. For a URL that the service itself calls, use `outboundUrlSchema`. */
export const httpUrlSchema = z
  .string()
  .max(2048)
  .refine((url) => parseHttpUrl(url) !== undefined, 'must be an http or https URL')
  .meta({ format: 'uri' });
