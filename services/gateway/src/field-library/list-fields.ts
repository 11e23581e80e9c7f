/** GET /api/v1/field-library (§4.9). */
import { listFields, type FieldLibraryEntry, type ListFieldsQuery } from '@sluice/contracts';
import { libraryEntries } from '@sluice/domain';
import type { StoresFor } from '@sluice/pipeline';
import { defineRoute } from '@sluice/http';
import { foundBy } from '../found-by.js';

type Deps = StoresFor<'forTenant'>;

export const listFieldsRoute = defineRoute(listFields, async ({ query, tenant }, { stores }: Deps) => {
  const own = await stores.forTenant(tenant.tenantId).fieldLibrary.all();
  return { fields: libraryEntries(own).filter((entry) => matches(entry, query)) };
});

function matches(entry: FieldLibraryEntry, { category, active, search }: ListFieldsQuery): boolean {
  if (category !== undefined && entry.category !== category) return false;
  if (active !== undefined && entry.active !== active) return false;
  return foundBy(search, [entry.key, entry.label]);
}
