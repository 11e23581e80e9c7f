/** The spelling of names that the interface title-cases, and of abbreviations that it upper-cases (§2.2). */

/** Returns `name` with the first letter of each word in upper case and the others in lower case. */
export function titleCase(name: string): string {
  return name.replace(
    /[\p{L}\p{N}][\p{L}\p{M}\p{N}'’]*/gu,
    (word) => word.charAt(0).toUpperCase() + word.slice(1).toLowerCase(),
  );
}

/** Returns `abbrev` in upper case and as long as it was: a letter whose upper case is several, such as `ß`, stays. */
export function upperCase(abbrev: string): string {
  return abbrev.replace(/\p{L}/gu, (letter) => {
    const upper = letter.toUpperCase();
    return upper.length === letter.length ? upper : letter;
  });
}
