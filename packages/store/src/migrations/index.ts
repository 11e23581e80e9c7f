/** Every migration, oldest first. A new one is added at the end, and none is ever removed or renumbered. */
import type { Migration } from './migration.js';

/** None yet: the schema of the first release is what its indexes and documents say. */
export const migrations: readonly Migration[] = [];
