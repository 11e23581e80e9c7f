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
  yield base;
  for (let n = 2; n <= MOST_TRIES; n += 1) {
    const suffix = String(n);
    yield base.slice(0, LONGEST - suffix.length) + suffix;
  }
}
