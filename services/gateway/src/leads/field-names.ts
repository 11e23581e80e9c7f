/** The names by which a questionnaire in array form is read (§2.4). */
import type { FieldNames } from '@sluice/domain';
import type { Stores } from '@sluice/store';
import { libraryEntries } from '../field-library/entries.js';

/** The tenant's field names when `questionnaire` is a list; a map carries its keys and needs none. */
export async function fieldNamesFor(
  questionnaire: unknown,
  tenantId: string,
  stores: Stores,
): Promise<FieldNames> {
  if (!Array.isArray(questionnaire)) return [];
  return libraryEntries(await stores.forTenant(tenantId).fieldLibrary.allCached());
}
