/**
 * The interface of a migration. Each has a file of its own beside this one, named by its id (`0001-what-it-does.ts`),
 * and is listed in `index.ts`. A released migration is never changed.
 */
import type { Db } from 'mongodb';

/** One numbered step that changes stored data, run once in the life of a database. */
export interface Migration {
  /** Four digits and a name, e.g. `0001-counter-names`; steps run in the order of their ids. */
  readonly id: string;
  /**
   * Makes the change. It has to be repeatable, because its process may die at any line and the next one starts over,
   * and harmless to processes of the previous release, which still run at that time.
   */
  readonly run: (db: Db, step: MigrationStep) => Promise<void>;
}

/** What a migration receives while it runs. */
export interface MigrationStep {
  /** Reports progress in one line, without personal data. */
  readonly note: (line: string) => void;
  /** Throws if another process may have taken over. A long migration calls it before every batch of writes. */
  readonly throwIfLost: () => void;
}

/** A migration that was run, under its id. */
export interface MigrationDocument {
  readonly _id: string;
  readonly at: Date;
  readonly tookMs: number;
}
