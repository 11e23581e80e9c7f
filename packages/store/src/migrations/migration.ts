/**
 * What a migration is. Each lives in a file of its own beside this one, named by its id (`0001-what-it-does.ts`), and is
 * listed in `index.ts`; it is never changed once it was released.
 */
import type { Db } from 'mongodb';

/** One numbered step that changes stored data, done once in the life of a database. */
export interface Migration {
  /** Four digits and what it does, e.g. `0001-counter-names`; the order of the ids is the order of the steps. */
  readonly id: string;
  /**
   * Makes the change. It has to be repeatable, because its process may die at any line and the next one begins anew, and
   * harmless to processes of the previous release, which still run meanwhile.
   */
  readonly run: (db: Db, step: MigrationStep) => Promise<void>;
}

/** What a migration is given for its way. */
export interface MigrationStep {
  /** Reports progress in one line, without personal data. */
  readonly note: (line: string) => void;
  /** Throws when another process may have taken over: a long migration calls it before every batch of writes. */
  readonly throwIfLost: () => void;
}
