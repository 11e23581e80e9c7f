/** Whether a text was made by chance, like a key, and not by a person, like a name. */

const SHORTEST = 16;
/** Of a key, about half of the neighbouring characters differ in kind; of words and dates, few. */
const LEAST_CHANGES = 0.25;

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;
/** A ULID, with or without the prefix of its kind. */
const ulid = /^(?:[a-z]{2,5}_)?0[0-9A-HJKMNP-TV-Z]{25}$/;

/**
 * Whether a text looks random: at least 16 letters and digits that alternate often. UUIDs and ULIDs do not count,
 * because they usually identify campaigns and accounts.
 */
export function looksRandom(text: string): boolean {
  if (uuid.test(text) || ulid.test(text) || !/^[\w.~+/=-]+$/.test(text)) return false;
  const characters = text.replace(/[^A-Za-z0-9]/g, '');
  if (characters.length < SHORTEST || !/\d.*\d/.test(characters) || !/[A-Za-z].*[A-Za-z]/.test(characters))
    return false;
  const kinds = [...characters].map(kindOf);
  const changes = kinds.filter((kind, at) => at > 0 && kind !== kinds[at - 1]).length;
  return changes >= characters.length * LEAST_CHANGES;
}

function kindOf(character: string): 'digit' | 'upper' | 'lower' {
  if (character <= '9') return 'digit';
  return character <= 'Z' ? 'upper' : 'lower';
}
