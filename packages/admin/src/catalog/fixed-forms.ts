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
  at: Date,
): Promise<readonly string[]> {
  const changed = suppressionLists.flatMap((list, index) => {
    const before = stored.suppressionLists.get(list.listId);
    const fields = form.filter((field) => before && before[field] !== list[field]);
    return fields.map((field) => ({ listId: list.listId, at: `suppressionLists.${index}.${field}` }));
  });
  if (changed.length === 0) return [];
  const states = await suppression.states();
  const fixed = await Promise.all(
    changed.map(async ({ listId }) => {
      const state = states.get(listId);
      if (!state) return false;
      // What an import has kept so far has the form that the list had then.
      if (state.lease && state.lease.until > at) return true;
      // Entries themselves are looked at: whoever adds them counts them afterwards, and may have died in between.
      return suppression.hasEntries(listId, state);
    }),
  );
  return changed.flatMap(({ at: path }, index) =>
    fixed[index] ? [`${path}: stays as it is while the list has entries or is imported`] : [],
  );
}
