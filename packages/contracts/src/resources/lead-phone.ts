/** The phone number of a lead as callers may write it (§2.4, §8). */
import { z } from 'zod';
import { plainPhone } from '../text/phone-text.js';
import { hasVisible } from '../text/visible-text.js';
import { characterCount, nothingVisible } from '../formats/bounds.js';

const minLength = 10;
const maxLength = 64;
const allowed = /^[\d\s().+-]*$/;
const scientific = /^\s*[+-]?\d+([.,]\d+)?e[+-]?\d+\s*$/i;

/**
 * Accepts a phone number as people write it: at least 10 characters. The interface's rules apply to its plain text
 * ({@link plainPhone}), so `４１５‑555‑0132` is a number. It stays as it was sent.
 */
export const phoneSchema = z
  .string()
  .min(minLength)
  .max(maxLength)
  .superRefine((sent, ctx) => {
    for (const message of problemsOfPhone(sent)) ctx.addIssue({ code: 'custom', message });
  })
  .meta({ example: '+1 (415) 555-0132' });

function problemsOfPhone(sent: string): string[] {
  const length = characterCount(sent);
  // The schema itself refuses what was sent too long.
  if (length > maxLength) return [];
  const phone = plainPhone(sent);
  // The schema itself refuses what was sent too short.
  const longEnough = length >= minLength;
  if (longEnough && !hasVisible(phone)) return [nothingVisible];
  const shortened = longEnough && phone.length < minLength;
  return [...(shortened ? [`must have at least ${minLength} characters`] : []), ...characterProblem(phone)];
}

function characterProblem(phone: string): string[] {
  if (allowed.test(phone)) return [];
  // Spreadsheets show long numbers so; the digits that are missing cannot be guessed.
  if (scientific.test(phone)) return ['is in scientific notation, which loses digits; send it as text'];
  return ['must contain only digits, spaces, hyphens, parentheses, periods and plus'];
}
