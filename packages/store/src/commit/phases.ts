/** The kinds of phases that several commits share: inserts of documents, and changes by key. */
import { BSON, MongoBulkWriteError, type Collection } from 'mongodb';
import type { Keyed, Statement } from '../driver/batched-collection.js';
import { inRounds, statementOf, statementsOf, type KeyedChange } from '../driver/keyed-change.js';
import { isDuplicateKey, saysMayBeLost } from '../driver/duplicate-key.js';
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
      return documents.map((document, place) =>
        ours.has(document) ? 'made' : (outcomes[place] as Outcome<Exists>),
      );
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

/** Changes documents by key, each document in the order of its changes; such a change is never refused. */
export function changePhase<T extends Keyed>(collection: Collection<T>): Phase<KeyedChange, never> {
  return {
    collection,
    statements: statementsOf,
    async each(changes) {
      const outcomes: Outcome<never>[] = changes.map(() => 'made');
      for (const places of inRounds(changes)) {
        const writes = places.map((place) => statementOf(changes[place] as KeyedChange, place).write);
        for (const [nth, outcome] of (await writeEach(collection, writes)).entries())
          outcomes[places[nth] as number] = outcome;
      }
      return outcomes;
    },
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

/** Inserts each of the documents; one whose key is taken, or that cannot be written, fails alone. */
export async function insertEach<T extends Keyed>(
  collection: Collection<T>,
  documents: readonly T[],
): Promise<readonly Outcome<Exists>[]> {
  return unordered<Exists>(
    documents.length,
    () => collection.insertMany(documents as never, { ordered: false }),
    (failure) => (isDuplicateKey(failure) ? 'exists' : undefined),
  );
}

/** Makes each of the writes in one unordered command; one that cannot be made fails alone. */
async function writeEach<T extends Keyed>(
  collection: Collection<T>,
  writes: readonly object[],
): Promise<readonly Outcome<never>[]> {
  return unordered<never>(
    writes.length,
    () => collection.bulkWrite(writes as never, { ordered: false }),
    () => undefined,
  );
}

async function unordered<Refusal>(
  count: number,
  write: () => Promise<unknown>,
  refusalOf: (failure: Error & { readonly code: number }) => Refusal | undefined,
): Promise<readonly Outcome<Refusal>[]> {
  const outcomes: Outcome<Refusal>[] = Array.from({ length: count }, () => 'made' as const);
  try {
    await write();
  } catch (error) {
    if (!(error instanceof MongoBulkWriteError)) throw error;
    const failures = [error.writeErrors].flat();
    // Without write errors of single documents the failure concerns the whole batch; so does a write concern error, in
    // any case.
    if (failures.length === 0 || saysMayBeLost(error)) throw error;
    for (const failure of failures)
      outcomes[failure.index] =
        refusalOf(failure as never) ?? new Error(failure.errmsg ?? 'the write was refused');
  }
  return outcomes;
}
