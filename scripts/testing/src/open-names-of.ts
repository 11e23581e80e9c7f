import type { OpenNameOf, Stores } from '@sluice/store';

/** The names that are in counts, of every tenant and age. */
export async function openNamesOf({ openNames }: Pick<Stores, 'openNames'>): Promise<readonly OpenNameOf[]> {
  const found: OpenNameOf[] = [];
  for await (const { names } of openNames({ youngMs: -1_000, sinceMs: Infinity })) found.push(...names);
  return found;
}
