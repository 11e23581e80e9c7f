/** The words of a field key, from which it is known what its values are. */

/** The last part of a key as its words in lower case, e.g. `questionnaire.homeState` as `home_state`. */
export function wordsOfKey(key: string): string {
  return key
    .slice(key.lastIndexOf('.') + 1)
    .replace(/([a-z0-9])([A-Z])/g, '$1_$2')
    .toLowerCase();
}

// A tenant has few field keys, and each is looked up for every lead.
const maxCachedKeys = 2_000;

/** A function of a key that remembers its results. */
export function rememberingKeys<T>(of: (key: string) => T): (key: string) => T {
  const known = new Map<string, T>();
  return (key) => {
    if (!known.has(key)) {
      if (known.size >= maxCachedKeys) known.clear();
      known.set(key, of(key));
    }
    return known.get(key) as T;
  };
}
