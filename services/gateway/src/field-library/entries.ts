/** A tenant's field library (§2.8): the standard fields, and what the tenant adds or says differently. */
import { standardFields, type FieldLibraryEntry } from '@sluice/contracts';

// The standard fields are as old as the service itself.
const sinceEver = '2026-01-01T00:00:00.000Z';

/** Answers the standard entries in their order, each replaced by the tenant's own of that key, then the other own ones. */
export function libraryEntries(own: readonly FieldLibraryEntry[]): FieldLibraryEntry[] {
  const ownByKey = new Map(own.map((entry) => [entry.key, entry]));
  const standard = standardFields.map(
    (entry): FieldLibraryEntry =>
      ownByKey.get(entry.key) ?? { ...entry, createdAt: sinceEver, updatedAt: sinceEver },
  );
  const standardKeys = new Set(standardFields.map(({ key }) => key));
  return [...standard, ...own.filter(({ key }) => !standardKeys.has(key))];
}
