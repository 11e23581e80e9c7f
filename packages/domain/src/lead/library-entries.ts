/** A tenant's field library (§2.8): the standard fields, with those that the tenant adds or overrides. */
import { standardFields, type FieldLibraryEntry } from '@sluice/contracts';

// The date of the standard fields, which exist since the first version of the service.
const sinceEver = '2026-01-01T00:00:00.000Z';

/**
 * The standard entries in their order, each replaced by the tenant's entry of the same key, followed by the tenant's
 * other entries.
 */
export function libraryEntries(own: readonly FieldLibraryEntry[]): FieldLibraryEntry[] {
  const ownByKey = new Map(own.map((entry) => [entry.key, entry]));
  const standard = standardFields.map(
    (entry): FieldLibraryEntry =>
      ownByKey.get(entry.key) ?? { ...entry, createdAt: sinceEver, updatedAt: sinceEver },
  );
  const standardKeys = new Set(standardFields.map(({ key }) => key));
  return [...standard, ...own.filter(({ key }) => !standardKeys.has(key))];
}
