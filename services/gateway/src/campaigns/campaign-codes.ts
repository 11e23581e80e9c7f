/** Campaign codes for campaigns created without one (§2.1): made from the abbreviations of client and offer. */
import { createHash } from 'node:crypto';

const LONGEST = 5;
const SHORTEST = 2;
/**
 * How many suffixes of each length are tried, spread over all of that length, so that a late campaign need not try
 * every one.
 */
const TRIES = [
  { from: 10, tries: 10 },
  { from: 100, tries: 30 },
  { from: 1_000, tries: 200 },
];

/**
 * The codes to try in turn: both abbreviations together, upper-case letters and digits only, cut to five characters;
 * then the same code with its end replaced by 2 to 9, then by longer numbers. These follow from `seed` alone, so that a
 * repeated request tries the same codes. Every code matches `^[A-Z0-9]{2,5}$`.
 */
export function* campaignCodes(clientAbbrev: string, offerAbbrev: string, seed: string): Generator<string> {
  const letters = `${clientAbbrev}${offerAbbrev}`.toUpperCase().replaceAll(/[^A-Z0-9]/g, '');
  const base = letters.slice(0, LONGEST).padEnd(SHORTEST, 'X');
  // A base that ends in digits can yield the same code twice: 001 followed by 12, and 00 followed by 112.
  const made = new Set<string>();
  for (const suffix of suffixes(seed)) {
    const code = base.slice(0, LONGEST - suffix.length) + suffix;
    if (made.has(code)) continue;
    made.add(code);
    yield code;
  }
}

function* suffixes(seed: string): Generator<string> {
  yield '';
  for (let n = 2; n <= 9; n += 1) yield String(n);
  for (const { from, tries } of TRIES) {
    for (let n = 0; n < tries; n += 1) {
      const drawn = createHash('sha256').update(`${seed}.${from}.${n}`).digest().readUInt32BE();
      yield String(from + (drawn % (9 * from)));
    }
  }
}
