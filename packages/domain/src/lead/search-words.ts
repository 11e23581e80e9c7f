/** How a lead is found: whole words of the names, the whole email, the digits of the phone, the lead id; any case. */
import type { LeadData } from '@sluice/contracts';
import { phoneDigitSpellings } from './phone.js';

/** Answers the words under which a lead is stored for search (§4.2), lower case, each once. */
export function searchWords(
  data: Pick<LeadData, 'firstName' | 'lastName' | 'email' | 'phone' | 'country'>,
  leadId: string,
): string[] {
  const names = [data.firstName, data.lastName].flatMap((name) =>
    name === undefined ? [] : nameWords(name),
  );
  const phones = data.phone === undefined ? [] : phoneDigitSpellings(data.phone, data.country);
  const email = data.email === undefined ? [] : [plain(data.email)];
  return [...new Set([...names, ...email, ...phones, plain(leadId)])];
}

/**
 * Answers the words of a search text; a lead is found when it is stored under all of them. A phone number is one
 * word however it is spaced; an empty text has no words and finds everything.
 */
export function searchTerms(text: string): string[] {
  const query = plain(text);
  if (/^[\d\s().+-]+$/.test(query)) {
    const digits = query.replace(/\D/g, '');
    return digits === '' ? [] : [digits];
  }
  return [...new Set(query.split(/\s+/).map(withoutOuterPunctuation))].filter((word) => word !== '');
}

// "Mary-Jane" is found as written and by each part.
function nameWords(name: string): string[] {
  const words = plain(name).split(/\s+/).map(withoutOuterPunctuation);
  const parts = words.flatMap((word) => word.split(/[^\p{L}\p{N}\p{M}]+/u));
  return [...words, ...parts].filter((word) => word !== '');
}

function withoutOuterPunctuation(word: string): string {
  if (word.includes('@')) return word;
  return word.replace(/^[^\p{L}\p{N}]+|[^\p{L}\p{N}\p{M}]+$/gu, '');
}

function plain(text: string): string {
  return text.normalize('NFC').trim().toLowerCase();
}
