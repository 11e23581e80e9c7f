/** The result of `migrate` in words. */
import type { Migrated } from '@sluice/store';

/** E.g. `3 indexes built, migration 0001-counter-names run`, or `up to date`. */
export function migratedText({ indexes, migrations }: Migrated): string {
  const parts = [
    ...(indexes.length > 0 ? [`${indexes.length} index${indexes.length === 1 ? '' : 'es'} built`] : []),
    ...migrations.map((id) => `migration ${id} run`),
  ];
  return parts.length === 0 ? 'up to date' : parts.join(', ');
}
