/**
 * The batched round trips of one collection: inserts, reads and updates by `_id`.
 */
import { MongoBulkWriteError, type Collection, type Document, type UpdateFilter } from 'mongodb';
import { batchCalls } from '@sluice/batching';
import { isDuplicateKey, saysMayBeLost } from './duplicate-key.js';
import { apartFromOdd } from './odd-documents.js';

/** Every stored document is found by a key that begins with its tenant. */
export interface Keyed {
  readonly _id: string;
}

/** Whether an insert was the first of its key, or lost to one that stands. */
export type InsertOutcome = 'inserted' | 'exists';

/** Inserts a document unless its key is taken; concurrent inserts travel as one unordered `insertMany`. */
export function batchedInsert<T extends Keyed>(
  collection: Collection<T>,
): (document: T) => Promise<InsertOutcome> {
  return batchCalls<T, InsertOutcome>((documents) => insertEach(collection, documents));
}

/**
 * Inserts all of `documents`, saying of each whether it was the first of its key. One that cannot be serialised fails
 * alone.
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
    // Without a single named loser the failure concerns the whole batch; so does its write concern, losers or not.
    if (failures.length === 0 || saysMayBeLost(error)) throw error;
    for (const failure of failures) {
      outcomes[failure.index] = isDuplicateKey(failure)
        ? 'exists'
        : new Error(failure.errmsg ?? 'insert failed');
    }
  }
  return outcomes;
}

/** Inserts `documents` one after another until the key of one is taken, and answers how many were inserted. */
export async function insertUntilTaken<T extends Keyed>(
  collection: Collection<T>,
  documents: readonly T[],
): Promise<number> {
  try {
    await collection.insertMany(documents as never, { ordered: true });
    return documents.length;
  } catch (error) {
    const [refused] = error instanceof MongoBulkWriteError ? [error.writeErrors].flat() : [];
    if (!refused || !isDuplicateKey(refused) || saysMayBeLost(error)) throw error;
    return refused.index;
  }
}

/** Reads a document by key; concurrent reads travel as one `$in`. */
export function batchedRead<T extends Keyed>(
  collection: Collection<T>,
  projection?: Document,
): (key: string) => Promise<T | undefined> {
  return batchCalls<string, T | undefined>(async (keys) => {
    const unique = [...new Set(keys)];
    // All of them come with the first answer.
    const options = { batchSize: unique.length + 1, ...(projection && { projection }) };
    const found = await collection.find({ _id: { $in: unique } } as never, options).toArray();
    const byKey = new Map(found.map((document) => [document._id as string, document as unknown as T]));
    return keys.map((key) => byKey.get(key));
  });
}

/** One update of one document, found by its key; made only while the document says what `only` says. */
export interface KeyedUpdate<T> {
  readonly key: string;
  readonly update: UpdateFilter<T> | Document[];
  readonly only?: Document;
}

/**
 * Updates documents by key; concurrent updates travel as one `bulkWrite`, in the order in which they were asked for. An
 * unknown key changes nothing; an update that cannot be made fails alone.
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

/** One write, and the places of the asks that it carries out. */
export interface Statement {
  readonly write: object;
  readonly of: readonly number[];
}

/** Carries out statements in their order, in one round trip unless one is refused; each place is answered by its own. */
export async function runStatements<T extends Keyed>(
  collection: Collection<T>,
  statements: readonly Statement[],
): Promise<(void | Error)[]> {
  const outcomes: (void | Error)[] = statements.flatMap(({ of }) => of.map(() => undefined));
  let next = 0;
  while (next < statements.length) {
    const refused = await refusedOf(collection, statements.slice(next));
    if (refused === undefined) break;
    // The database stops at the first statement that it refuses; those behind it belong to other callers.
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
