/** Campaign codes that nobody chose (§2.1): made from the abbreviations of client and offer. */

const LONGEST = 5;
const SHORTEST = 2;
const MOST_TRIES = 1_000;

/**
 * The codes to try in turn: both abbreviations together, upper-case letters and digits only, cut to five characters;
 * then the same with its end replaced by 2, 3, and so on. Every one matches `^[A-Z0-9]{2,5}$`.
 */
export function* campaignCodes(clientAbbrev: string, offerAbbrev: string): Generator<string> {
  const letters = `${clientAbbrev}${offerAbbrev}`.toUpperCase().replaceAll(/[^A-Z0-9]/g, '');
  const base = letters.slice(0, LONGEST).padEnd(SHORTEST, 'X');
  // A base that ends in digits can meet itself again: 001 with 12 behind it, and 00 with 112.
  const made = new Set<string>();
  for (let n = 1; n <= MOST_TRIES; n += 1) {
    const suffix = n === 1 ? '' : String(n);
    const code = base.slice(0, LONGEST - suffix.length) + suffix;
    if (made.has(code)) continue;
    made.add(code);
    yield code;
  }
}
