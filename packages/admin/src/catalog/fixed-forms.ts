/** Suppression lists keep their kind and form while they have entries: these were made of values in that form. */
import type { TenantFile } from '@sluice/contracts';
import type { TenantStores } from '@sluice/store';
import type { Stored } from './live-file.js';

const form = ['kind', 'hashed', 'phones'] as const;

/** Returns a `path: problem` line for each change of a list with entries. */
export async function fixedForms(
  { suppressionLists }: Pick<TenantFile, 'suppressionLists'>,
  stored: Stored,
  { suppression }: Pick<TenantStores, 'suppression'>,
): Promise<readonly string[]> {
  const changed = suppressionLists.flatMap((list, index) => {
    const before = stored.suppressionLists.get(list.listId);
    const fields = form.filter((field) => before && before[field] !== list[field]);
    return fields.map((field) => ({ listId: list.listId, at: `suppressionLists.${index}.${field}` }));
  });
  if (changed.length === 0) return [];
  const states = await suppression.states();
  return changed
    .filter(({ listId }) => (states.get(listId)?.entries ?? 0) > 0)
    .map(({ at }) => `${at}: stays as it is while the list has entries`);
}
