/** The names of configured items, for tables whose rows have their ids. */

/** Items by id, as `Catalog` reads them. */
interface NamedItems {
  readonly cached: (id: string) => Promise<{ readonly name: string } | undefined>;
}

/** The name of each of these items that there is, by its id. */
export async function namesOf(
  items: NamedItems,
  ids: readonly (string | undefined)[],
): Promise<ReadonlyMap<string, string>> {
  const distinct = [...new Set(ids)].filter((id) => id !== undefined);
  const named = await Promise.all(distinct.map(async (id) => [id, (await items.cached(id))?.name] as const));
  return new Map(named.flatMap(([id, name]) => (name === undefined ? [] : [[id, name] as const])));
}
