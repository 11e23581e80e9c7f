/** How a lead is found: whole words of the names, the whole email, the digits of the phone, the lead id; any case. */
import type { LeadData } from '@sluice/contracts';
import { phoneDigitSpellings } from './phone.js';

/** The most words under which a lead is stored for its names; each is an entry of an index. */
const maxNameWords = 50;

/** Words are told apart by this many characters. */
const maxWordLength = 100;

/** The most words that a search asks for; a text of more is no name, and is found nowhere. */
const maxTerms = 20;

/** Answers the words under which a lead is stored for search (§4.2), lower case, each once and all of bounded length. */
export function searchWords(
  data: Pick<LeadData, 'firstName' | 'lastName' | 'email' | 'phone' | 'country'>,
  leadId: string,
): string[] {
  const names = [data.firstName, data.lastName].flatMap((name) =>
    name === undefined ? [] : nameWords(name),
  );
  const phones = data.phone === undefined ? [] : phoneDigitSpellings(data.phone, data.country);
  const email = data.email === undefined ? [] : [plain(data.email)];
  const ofNames = [...new Set(names)].slice(0, maxNameWords);
  return [...new Set([...ofNames, ...email, ...phones, plain(leadId)].map(cut))];
}

/**
 * Answers the words of a search text; a lead is found when it is stored under all of them. A phone number is one
 * word however it is spaced; an empty text has no words and finds everything.
 */
export function searchTerms(text: string): string[] {
  const query = plain(text);
  if (/^[\d\s().+-]+$/.test(query)) {
    const digits = query.replace(/\D/g, '');
    return digits === '' ? [] : [cut(digits)];
  }
  const words = query.split(/\s+/).map(withoutOuterPunctuation);
  const terms = [...new Set(words)].filter((word) => word !== '').map(cut);
  // No word holds a space, so the whole text is the word of no lead.
  return terms.length > maxTerms ? [query] : terms;
}

// "Mary-Jane" is found as written and by each part.
function nameWords(name: string): string[] {
  const words = plain(name).split(/\s+/).map(withoutOuterPunctuation);
  const parts = words.flatMap((word) => word.split(/[^\p{L}\p{N}\p{M}]+/u));
  return [...words, ...parts].filter((word) => word !== '');
}

function withoutOuterPunctuation(word: string): string {
  if (word.includes('@')) return word;
  const start = word.search(/[\p{L}\p{N}]/u);
  if (start < 0) return '';
  // From the end backwards: a pattern that ends in `$` would try again from every character.
  const characters = [...word.slice(start)];
  return characters.slice(0, characters.findLastIndex((one) => /[\p{L}\p{N}\p{M}]/u.test(one)) + 1).join('');
}

function cut(word: string): string {
  return word.slice(0, maxWordLength);
}

function plain(text: string): string {
  return text.normalize('NFC').trim().toLowerCase();
}
