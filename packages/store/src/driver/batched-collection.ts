/** The batched round trips of one collection: inserts, reads and updates by `_id`. */
import { MongoBulkWriteError, type Collection, type Document, type UpdateFilter } from 'mongodb';
import { batchCalls } from '@sluice/concurrency';
import { isDuplicateKey, saysMayBeLost } from './duplicate-key.js';
import { apartFromOdd } from './odd-documents.js';

/** A stored document has a key that starts with its tenant. */
export interface Keyed {
  readonly _id: string;
}

/** Whether an insert created its key, or found it taken. */
export type InsertOutcome = 'inserted' | 'exists';

/** Inserts a document unless its key is taken; one unordered `insertMany` serves concurrent inserts. */
export function batchedInsert<T extends Keyed>(
  collection: Collection<T>,
): (document: T) => Promise<InsertOutcome> {
  return batchCalls<T, InsertOutcome>((documents) => insertEach(collection, documents));
}

/**
 * Inserts all of `documents` and returns for each whether it created its key. A document that cannot be serialised
 * fails alone.
 */
export async function insertEach<T extends Keyed>(
  collection: Collection<T>,
  documents: readonly T[],
): Promise<(InsertOutcome | Error)[]> {
  return apartFromOdd(
    documents,
    (document) => document,
    (sound) => insertTogether(collection, sound),
  );
}

async function insertTogether<T extends Keyed>(
  collection: Collection<T>,
  documents: readonly T[],
): Promise<(InsertOutcome | Error)[]> {
  const outcomes: (InsertOutcome | Error)[] = documents.map(() => 'inserted');
  try {
    await collection.insertMany(documents as never, { ordered: false });
  } catch (error) {
    if (!(error instanceof MongoBulkWriteError)) throw error;
    const failures = [error.writeErrors].flat();
    // Without write errors of single documents the failure concerns the whole batch; so does a write concern error, in
    // any case.
    if (failures.length === 0 || saysMayBeLost(error)) throw error;
    for (const failure of failures) {
      outcomes[failure.index] = isDuplicateKey(failure)
        ? 'exists'
        : new Error(failure.errmsg ?? 'insert failed');
    }
  }
  return outcomes;
}

/** Reads a document by key; one `$in` serves concurrent reads. */
export function batchedRead<T extends Keyed>(
  collection: Collection<T>,
  projection?: Document,
): (key: string) => Promise<T | undefined> {
  return batchCalls<string, T | undefined>(async (keys) => {
    const unique = [...new Set(keys)];
    // Makes the first reply contain all of them.
    const options = { batchSize: unique.length + 1, ...(projection && { projection }) };
    const found = await collection.find({ _id: { $in: unique } } as never, options).toArray();
    const byKey = new Map(found.map((document) => [document._id as string, document as unknown as T]));
    return keys.map((key) => byKey.get(key));
  });
}

/** One update of one document by key, made only while the document matches `only`. */
export interface KeyedUpdate<T> {
  readonly key: string;
  readonly update: UpdateFilter<T> | Document[];
  readonly only?: Document;
}

/**
 * Updates documents by key. One `bulkWrite` serves concurrent updates, in the order of the calls. An unknown key
 * changes nothing, and an update that cannot be made fails alone.
 */
export function batchedUpdate<T extends Keyed>(
  collection: Collection<T>,
): (update: KeyedUpdate<T>) => Promise<void> {
  return batchCalls<KeyedUpdate<T>, void>((updates) =>
    apartFromOdd(
      updates,
      (update) => update,
      (sound) =>
        runStatements(
          collection,
          sound.map(({ key, update, only }, index) => ({
            write: { updateOne: { filter: { _id: key, ...only }, update } },
            of: [index],
          })),
        ),
    ),
  );
}

/** One write, and the positions of the calls that it carries out. */
export interface Statement {
  readonly write: object;
  readonly of: readonly number[];
}

/**
 * Executes statements in order, in one round trip unless one is refused. Each position gets the outcome of its own
 * statement.
 */
export async function runStatements<T extends Keyed>(
  collection: Collection<T>,
  statements: readonly Statement[],
): Promise<(void | Error)[]> {
  const outcomes: (void | Error)[] = statements.flatMap(({ of }) => of.map(() => undefined));
  let next = 0;
  while (next < statements.length) {
    const refused = await refusedOf(collection, statements.slice(next));
    if (refused === undefined) break;
    // The database stops at the first statement that it refuses; the statements after it belong to other callers and
    // are sent again.
    for (const index of statements[next + refused.index]?.of ?? [])
      outcomes[index] = new Error(refused.errmsg ?? 'update failed');
    next += refused.index + 1;
  }
  return outcomes;
}

async function refusedOf<T extends Keyed>(
  collection: Collection<T>,
  statements: readonly Statement[],
): Promise<{ readonly index: number; readonly errmsg?: string | undefined } | undefined> {
  try {
    await collection.bulkWrite(statements.map(({ write }) => write) as never, { ordered: true });
    return undefined;
  } catch (error) {
    const [refused] = error instanceof MongoBulkWriteError ? [error.writeErrors].flat() : [];
    if (!refused) throw error;
    return refused;
  }
}
