/** A page of a list, cut from a result with one item more than the page shows. */

/** The first `limit` items, and the cursor of the next page if there are more. */
export function pageOf<T>(
  found: readonly T[],
  limit: number,
  cursorOf: (item: T) => string,
): { readonly items: readonly T[]; readonly nextCursor: string | null } {
  const items = found.slice(0, limit);
  const last = items.at(-1);
  return { items, nextCursor: found.length > limit && last !== undefined ? cursorOf(last) : null };
}
