/** The spelling of names that the interface title-cases (§2.2). */

/** Returns `name` with the first letter of each word in upper case and the others in lower case. */
export function titleCase(name: string): string {
  return name.replace(
    /[\p{L}\p{N}][\p{L}\p{M}\p{N}'’]*/gu,
    (word) => word.charAt(0).toUpperCase() + word.slice(1).toLowerCase(),
  );
}
