/** The names by which the answers of a questionnaire in array form are read (§2.4). */
import { libraryEntries, type FieldNames } from '@sluice/domain';
import type { Stores } from '@sluice/store';

/** The tenant's field names if `questionnaire` is a list. A map has its own keys and needs no names. */
export async function fieldNamesFor(
  questionnaire: unknown,
  tenantId: string,
  stores: Pick<Stores, 'forTenant'>,
): Promise<FieldNames> {
  if (!Array.isArray(questionnaire)) return [];
  return libraryEntries(await stores.forTenant(tenantId).fieldLibrary.allCached());
}
