/** The kinds of phases that several commits share: inserts of documents, and changes by key. */
import { BSON, MongoBulkWriteError, type Collection } from 'mongodb';
import { insertEach, type Keyed, type Statement } from '../driver/batched-collection.js';
import { singleChange, statementsOf, type KeyedChange } from '../driver/batched-change.js';
import { saysMayBeLost } from '../driver/duplicate-key.js';
import type { Outcome, Phase } from './commit.js';

/** The key exists: another writer was first. */
export type Exists = 'exists';

/**
 * The options of {@link insertPhase}. Unless `seesOwn` is false, a document that was written here counts as made; with
 * `replaces`, every document does, and takes the place of the one that exists.
 */
type InsertOptions = Pick<Phase<never, Exists>, 'inTurn' | 'goesOn'> & {
  readonly seesOwn?: boolean;
  readonly replaces?: boolean;
};

/**
 * Inserts documents. A document that exists and is the same in every field, times included, was written here, by a
 * command whose answer was lost or that was refused further on.
 */
export function insertPhase<T extends Keyed>(
  collection: Collection<T>,
  { seesOwn = true, replaces = false, ...options }: InsertOptions = {},
): Phase<T, Exists> {
  return {
    ...options,
    collection,
    statements: (documents) =>
      documents.map((document, place) => ({ write: { insertOne: { document } }, of: [place] })),
    async each(documents) {
      if (replaces) return writeEach(collection, documents.map(replacement));
      const outcomes = await insertEach(collection, documents);
      const existing = documents.filter((_, place) => outcomes[place] === 'exists');
      const ours = existing.length === 0 || !seesOwn ? new Set<T>() : await sameThere(collection, existing);
      return documents.map((document, place) => {
        const outcome = outcomes[place] as 'inserted' | 'exists' | Error;
        return outcome === 'inserted' || ours.has(document) ? 'made' : outcome;
      });
    },
  };
}

function replacement(document: Keyed): object {
  return { replaceOne: { filter: { _id: document._id }, replacement: document, upsert: true } };
}

async function sameThere<T extends Keyed>(
  collection: Collection<T>,
  documents: readonly T[],
): Promise<ReadonlySet<T>> {
  const found = await collection.find({ _id: { $in: documents.map(({ _id }) => _id) } } as never).toArray();
  const stored = new Map(found.map((document) => [document._id as string, document as object]));
  return new Set(documents.filter((document) => isSame(document, stored.get(document._id) ?? {})));
}

function isSame(one: object, other: object): boolean {
  const [a, b] = [one, other].map((document) => BSON.serialize(document, { ignoreUndefined: true }));
  return a !== undefined && b !== undefined && Buffer.compare(a, b) === 0;
}

/** Changes documents by key; such a change is never refused. */
export function changePhase<T extends Keyed>(collection: Collection<T>): Phase<KeyedChange, never> {
  return {
    collection,
    statements: statementsOf,
    each: (changes) => writeEach(collection, changes.map(singleChange)),
  };
}

/** Writes, of which none is ever refused, and of which several may be one statement. */
export function statementPhase<T extends Keyed, Item extends object>(
  collection: Collection<T>,
  statements: (items: readonly Item[]) => readonly Statement[],
): Phase<Item, never> {
  return {
    collection,
    statements,
    each: (items) =>
      writeEach(
        collection,
        items.flatMap((item) => statements([item]).map(({ write }) => write)),
      ),
  };
}

/** Makes each of the writes in one unordered command; one that cannot be made fails alone. */
async function writeEach<T extends Keyed>(
  collection: Collection<T>,
  writes: readonly object[],
): Promise<readonly Outcome<never>[]> {
  const outcomes: Outcome<never>[] = writes.map(() => 'made');
  try {
    await collection.bulkWrite(writes as never, { ordered: false });
  } catch (error) {
    if (!(error instanceof MongoBulkWriteError) || saysMayBeLost(error)) throw error;
    const failures = [error.writeErrors].flat();
    if (failures.length === 0) throw error;
    for (const { index, errmsg } of failures) outcomes[index] = new Error(errmsg ?? 'update failed');
  }
  return outcomes;
}
