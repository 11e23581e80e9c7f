/** Documents by key: how they are read together, and the writes that several callers share. */
import { batchCalls } from '@sluice/concurrency';
import type { Collection, Document } from 'mongodb';

/** A stored document has a key that starts with its tenant. */
export interface Keyed {
  readonly _id: string;
}

/** Reads a document by key; one `$in` serves concurrent reads. */
export function batchedRead<T extends Keyed>(
  collection: Collection<T>,
  projection?: Document,
): (key: string) => Promise<T | undefined> {
  return batchCalls<string, T | undefined>(async (keys) => {
    const unique = [...new Set(keys)];
    // Makes the first reply contain all of them.
    const options = { batchSize: unique.length + 1, projection };
    const found = await collection.find({ _id: { $in: unique } } as never, options).toArray();
    const byKey = new Map(found.map((document) => [document._id as string, document as unknown as T]));
    return keys.map((key) => byKey.get(key));
  });
}

/** One write, and the positions of the calls that it carries out. */
export interface Statement {
  readonly write: object;
  readonly of: readonly number[];
}
