/**
 * The shared round trips of one collection: inserts, reads and updates by `_id`.
 */
import { MongoBulkWriteError, type Collection, type Document, type UpdateFilter } from 'mongodb';
import { share } from '@sluice/batching';
import { isDuplicateKey, saysMayBeLost } from './duplicate-key.js';
import { apartFromOdd } from './odd-documents.js';

/** Every stored document is found by a key that begins with its tenant. */
export interface Keyed {
  readonly _id: string;
}

/** Whether an insert was the first of its key, or lost to one that stands. */
export type InsertOutcome = 'inserted' | 'exists';

/** Inserts a document unless its key is taken; concurrent inserts travel as one unordered `insertMany`. */
export function sharedInsert<T extends Keyed>(
  collection: Collection<T>,
): (document: T) => Promise<InsertOutcome> {
  return share<T, InsertOutcome>((documents) => insertEach(collection, documents));
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

/** Reads a document by key; concurrent reads travel as one `$in`. */
export function sharedRead<T extends Keyed>(
  collection: Collection<T>,
  projection?: Document,
): (key: string) => Promise<T | undefined> {
  return share<string, T | undefined>(async (keys) => {
    const unique = [...new Set(keys)];
    // All of them come with the first answer.
    const options = { batchSize: unique.length + 1, ...(projection && { projection }) };
    const found = await collection.find({ _id: { $in: unique } } as never, options).toArray();
    const byKey = new Map(found.map((document) => [document._id as string, document as unknown as T]));
    return keys.map((key) => byKey.get(key));
  });
}

/** One change of one document, found by its key; made only while the document says what `only` says. */
export interface KeyedUpdate<T> {
  readonly key: string;
  readonly update: UpdateFilter<T> | Document[];
  readonly only?: Document;
  /** Changes of the same name are made as the first of them, by one statement: a third of what each costs by itself. */
  readonly alike?: string;
}

/**
 * Updates documents by key; concurrent updates travel as one `bulkWrite`, those of one document in the order in which they
 * were asked for, and changes of many documents that are alike as one update. An unknown key changes nothing; an update that
 * cannot be made fails alone.
 */
export function sharedUpdate<T extends Keyed>(
  collection: Collection<T>,
): (change: KeyedUpdate<T>) => Promise<void> {
  return share<KeyedUpdate<T>, void>((changes) =>
    apartFromOdd(
      changes,
      (change) => change,
      (sound) => updateTogether(collection, sound),
    ),
  );
}

async function updateTogether<T extends Keyed>(
  collection: Collection<T>,
  changes: readonly KeyedUpdate<T>[],
): Promise<(void | Error)[]> {
  const outcomes: (void | Error)[] = changes.map(() => undefined);
  const statements = statementsOf(changes);
  let next = 0;
  while (next < statements.length) {
    const refused = await updateInOrder(collection, changes, statements.slice(next));
    if (refused === undefined) break;
    // The database stops at the first update that it refuses; those behind it are somebody else's.
    for (const index of statements[next + refused.index] ?? [])
      outcomes[index] = new Error(refused.errmsg ?? 'update failed');
    next += refused.index + 1;
  }
  return outcomes;
}

/** The places of the changes that are made by one statement. */
type Statement = readonly number[];

// A document that is changed more than once has its changes made one after another.
function statementsOf<T extends Keyed>(changes: readonly KeyedUpdate<T>[]): readonly Statement[] {
  const times = new Map<string, number>();
  for (const { key } of changes) times.set(key, (times.get(key) ?? 0) + 1);
  const named = new Map<string, number[]>();
  const statements: Statement[] = [];
  for (const [index, { key, alike }] of changes.entries()) {
    const known = alike !== undefined && times.get(key) === 1 ? named.get(alike) : undefined;
    if (known) {
      known.push(index);
      continue;
    }
    const statement = [index];
    statements.push(statement);
    if (alike !== undefined && times.get(key) === 1) named.set(alike, statement);
  }
  return statements;
}

async function updateInOrder<T extends Keyed>(
  collection: Collection<T>,
  changes: readonly KeyedUpdate<T>[],
  statements: readonly Statement[],
): Promise<{ readonly index: number; readonly errmsg?: string | undefined } | undefined> {
  const writes = statements.map((indexes) => {
    const { key, update, only } = changes[indexes[0] as number] as KeyedUpdate<T>;
    if (indexes.length === 1) return { updateOne: { filter: { _id: key, ...only }, update } };
    const keys = indexes.map((index) => changes[index]?.key);
    return { updateMany: { filter: { _id: { $in: keys }, ...only }, update } };
  });
  try {
    await collection.bulkWrite(writes as never, { ordered: true });
    return undefined;
  } catch (error) {
    const [refused] = error instanceof MongoBulkWriteError ? [error.writeErrors].flat() : [];
    if (!refused) throw error;
    return refused;
  }
}
