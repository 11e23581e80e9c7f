/**
 * How a lead is found: by words of its names, its whole email, the digits of its phone, or its id; ignoring case, with
 * or without accents. The id is the lead's key, so it is not stored as a word.
 *
 * Each word is an index entry that acceptance must write, so one index answers all searches, with about four entries a
 * lead. An email is stored after an `@`: so names that begin alike are adjacent, and a page of them costs the same
 * however many there are. The middle of a word is not found; that would need another index.
 */
import { canonicalEmail, dataValues, plainPhone, type LeadData, type ValueColumns } from '@sluice/contracts';
import { comparableText } from '../text/comparable-text.js';
import { phoneDigitSpellings, typedPhoneSpellings } from './phone-spellings.js';
import { withoutAccents } from './without-accents.js';

/** The maximum number of words stored for a lead's names; each is an index entry. */
const maxNameWords = 50;

// Also as wide as a Chinese character, and small.
const isAddress = /[@\uff20\ufe6b]/;

/** Words are compared by this many characters. */
const maxWordLength = 100;

/** The maximum number of words in a search; a longer text is no name and finds nothing. */
const maxTerms = 20;

/** One condition of a search; a lead is found if it meets every condition. */
export type SearchTerm =
  | { readonly kind: 'lead'; readonly leadId: string }
  /** The lead is stored under any of these words. */
  | { readonly kind: 'word'; readonly anyOf: readonly string[] }
  /** The lead is stored under a word with this beginning. */
  | { readonly kind: 'beginning'; readonly beginning: string };

/** Whether the words of a name have to be typed whole, or only their beginning. */
export type NameMatch = 'whole' | 'beginning';

/** Returns the words under which a lead is stored for search (§4.2): lower case, without repeats, of bounded length. */
export function searchWords(data: LeadData): string[] {
  const names = textsOf(data, 'name').flatMap(nameWords);
  const emails = textsOf(data, 'email').map(emailWord);
  const phones = textsOf(data, 'phone').flatMap((phone) => phoneDigitSpellings(phone, data.country));
  const ofNames = [...new Set(names)].slice(0, maxNameWords);
  return [...new Set([...ofNames, ...emails, ...phones].map(cut))];
}

function textsOf(data: LeadData, search: ValueColumns['search']): readonly string[] {
  return dataValues
    .flatMap(({ says, of }) => (says.search === search ? [of(data)] : []))
    .filter((value) => typeof value === 'string');
}

/**
 * Returns the conditions of a search text, of which there is at least one. A phone number is one condition however it is
 * spelled. A text that contains no word, or too many, matches no lead, rather than every lead.
 */
export function searchTerms(text: string, names: NameMatch = 'whole'): SearchTerm[] {
  const query = comparableText(text);
  const number = plainPhone(query);
  if (/^[\d\s().+/-]+$/.test(number)) {
    const anyOf = typedPhoneSpellings(number).map(cut);
    return [{ kind: 'word', anyOf: anyOf.length > 0 ? anyOf : [query] }];
  }
  const words = [...new Set(query.split(/\s+/).map(withoutOuterPunctuation))].filter((word) => word !== '');
  // No stored word is empty, begins with punctuation, or contains a space.
  return words.length === 0 || words.length > maxTerms
    ? [{ kind: 'word', anyOf: [query] }]
    : words.map((word) => termFor(word, names));
}

function termFor(word: string, names: NameMatch): SearchTerm {
  if (/^lead_[0-9a-hjkmnp-tv-z]{26}$/.test(word))
    return { kind: 'lead', leadId: `lead_${word.slice(5).toUpperCase()}` };
  if (isAddress.test(word)) return { kind: 'word', anyOf: [cut(emailWord(word))] };
  if (/^\d{7,}$/.test(word)) return { kind: 'word', anyOf: typedPhoneSpellings(word).map(cut) };
  const folded = cut(nameWord(word));
  if (names === 'beginning' && !/^\d+$/.test(folded)) return { kind: 'beginning', beginning: folded };
  return { kind: 'word', anyOf: [...new Set([folded, cut(word)])] };
}

/** Prefixed to separate it from all names, so that names with the same beginning are adjacent in the index. */
function emailWord(address: string): string {
  return `@${canonicalEmail(address)}`;
}

// "Mary-Jane" is found as written and by each part; "O'Brien" without its apostrophe, as it is searched for, and by each
// part.
function nameWords(name: string): string[] {
  const words = comparableText(name).split(/\s+/).map(withoutOuterPunctuation);
  const parts = words.flatMap((word) => word.split(/[^\p{L}\p{N}\p{M}]+/u));
  return [...words, ...parts]
    .filter((word) => word !== '')
    .map((word) => (isAddress.test(word) ? emailWord(word) : nameWord(word)));
}

function nameWord(word: string): string {
  return withoutAccents(word).replaceAll("'", '');
}

function withoutOuterPunctuation(word: string): string {
  if (isAddress.test(word)) return word;
  const start = word.search(/[\p{L}\p{N}]/u);
  if (start < 0) return '';
  // Searched backwards, because a pattern that ends in `$` would retry from every character.
  const characters = [...word.slice(start)];
  return characters.slice(0, characters.findLastIndex((one) => /[\p{L}\p{N}\p{M}]/u.test(one)) + 1).join('');
}

function cut(word: string): string {
  return word.slice(0, maxWordLength);
}
