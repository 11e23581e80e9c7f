/** Reads a list of the admin API to its end. */

interface Page {
  readonly nextCursor: string | null;
}

/** Yields every item, reading each page on demand: `read` returns the page after a cursor, `itemsOf` its items. */
export async function* allPages<P extends Page, Item>(
  read: (cursor: { readonly cursor?: string }) => Promise<P>,
  itemsOf: (page: P) => readonly Item[],
): AsyncGenerator<Item, void, undefined> {
  for (let cursor: string | null | undefined; cursor !== null;) {
    const page = await read(cursor === undefined ? {} : { cursor });
    yield* itemsOf(page);
    cursor = page.nextCursor;
  }
}
