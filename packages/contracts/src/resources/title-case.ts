/** How names are written that the interface title-cases (§2.2). */

/** Answers `name` with each word beginning in upper case and going on in lower case. */
export function titleCase(name: string): string {
  return name.replace(
    /[\p{L}\p{N}][\p{L}\p{M}\p{N}'’]*/gu,
    (word) => word.charAt(0).toUpperCase() + word.slice(1).toLowerCase(),
  );
}
