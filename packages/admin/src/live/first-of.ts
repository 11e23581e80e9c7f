/** The first of a list, for readers that have to say whether there are more. */

/** The first of a list, and whether there are more. */
export interface First<T> {
  readonly first: readonly T[];
  readonly more: boolean;
}

/** The first `most` of what was found, of which one more than these was asked for. */
export function firstOf<T>(most: number, found: readonly T[]): First<T> {
  return { first: found.slice(0, most), more: found.length > most };
}
