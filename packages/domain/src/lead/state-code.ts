/** The two letters of a state of the United States or a province of Canada, in whichever spelling in use it is named. */
import { onlyVisible } from '@sluice/contracts';
import { plainApostrophes } from '../text/apostrophes.js';
import { isProvince, stateSpellings, type StateCode } from './state-names.js';

const codes = new Map<string, StateCode>(
  stateSpellings.flatMap(([code, spellings]) =>
    spellings.map((spelling) => [squeezed(lettersOf(spelling)), code] as const),
  ),
);
const unitedStates = ['us', 'usa', 'united states', 'united states of america'].map(squeezed);
const countries = new Set([...unitedStates, 'canada', 'can']);

const longestText = 100;
const maxKnown = 2_000;
// Leads come from few states, and each is compared by several rules.
const known = new Map<string, StateCode | undefined>();

/**
 * Returns the two letters of a state or province named by its letters, its name or an abbreviation in use (`N. Carolina`,
 * `State of Maine`), or by several of these that agree (`OH - Ohio`, `Texas, USA`); undefined for anything else, and for
 * a lead of a `country` other than the United States and Canada. A lead without a country is of either.
 */
export function stateCode(state: string, country?: string): StateCode | undefined {
  if (!mayHaveState(country) || state.length > longestText) return undefined;
  if (!known.has(state)) {
    if (known.size >= maxKnown) known.clear();
    known.set(state, readState(state));
  }
  return known.get(state);
}

/** Whether states of a lead of this country, or without one, compare by their two letters. */
export function mayHaveState(country: string | undefined): boolean {
  return country === undefined || country === 'US' || country === 'CA';
}

function readState(state: string): StateCode | undefined {
  const letters = lettersOf(state);
  // A hyphen or a comma may stand within a name, as in "Washington, D.C.", so the text is first read as a whole.
  const whole = codeOf(letters) ?? codeOfName(letters);
  if (whole !== undefined) return whole;
  const parts = letters.split(/[^a-z0-9 .'&]+/).filter((part) => squeezed(part) !== '');
  const named = parts.filter((part, at) => !isZip(part) && !isCountry(part, parts, at));
  const [only, ...others] = new Set(named.map((part) => codeOf(part) ?? codeOfBoth(part)));
  return others.length === 0 ? only : undefined;
}

function codeOf(part: string): StateCode | undefined {
  const name = withoutCountry(withoutZip(part).trim()).trim();
  return codes.get(squeezed(name)) ?? codes.get(squeezed(withoutRank(name)));
}

// Whatever stands between the words of a name. Two letters apart are often something else, such as "N/D".
function codeOfName(letters: string): StateCode | undefined {
  const all = letters.replace(/&/g, 'and').replace(/[^a-z]/g, '');
  return all.length > 3 ? codes.get(all) : undefined;
}

// "OH Ohio" or "Ohio OH".
function codeOfBoth(part: string): StateCode | undefined {
  const text = part.trim();
  const spaces = [text.indexOf(' '), text.lastIndexOf(' ')].filter((at) => at > 0);
  for (const at of spaces) {
    const code = codeOf(text.slice(0, at));
    if (code !== undefined && code === codeOf(text.slice(at))) return code;
  }
  return undefined;
}

// "CA-ON" is Ontario by ISO 3166-2, and "ON, CA" as people write it; Ontario by name is a city of California too.
function isCountry(part: string, parts: readonly string[], at: number): boolean {
  if (parts.length === 1) return false;
  if (countries.has(squeezed(part))) return true;
  return (
    squeezed(part) === 'ca' &&
    parts.some((other, index) => index !== at && other.trim().length === 2 && isProvinceCode(other))
  );
}

function isProvinceCode(part: string): boolean {
  const code = codeOf(part);
  return code !== undefined && isProvince(code);
}

// Words that say what it is, before or behind its name.
function withoutRank(name: string): string {
  return name
    .replace(/^(?:the )?(?:state|commonwealth|territory|province|estado|etat) (?:of|de|du) (?:the )?/, '')
    .replace(/ (?:state|province|territory)$/, '');
}

function withoutCountry(name: string): string {
  return name.replace(/ (?:u\.? ?s\.?(?: ?a\.?)?|united states(?: of america)?|canada)$/, '');
}

function isZip(part: string): boolean {
  return withoutZip(part).trim() === '';
}

// A form may have one field for both.
function withoutZip(part: string): string {
  return part.replace(/(?<![0-9])\d{5}(?![0-9])/, ' ').replace(/(?<= )\d{4}$/, ' ');
}

function lettersOf(text: string): string {
  return plainApostrophes(onlyVisible(text.replace(/\s+/g, ' ')))
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .trim();
}

// "N. Y." and "NY" are the same, and so are "Newfoundland & Labrador" and "Newfoundland and Labrador".
function squeezed(text: string): string {
  return text.replace(/&/g, 'and').replace(/[ .',-]/g, '');
}
