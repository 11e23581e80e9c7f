/** A list of the admin API, read to its end. */

interface Page {
  readonly nextCursor: string | null;
}

/** Everything as it is listed, page by page as it is asked for: `read` answers the page after a cursor, `itemsOf` what is on it. */
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
