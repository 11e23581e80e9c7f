/** Writes to several collections, in order and in one round trip. */
import {
  MongoClientBulkWriteError,
  type AnyClientBulkWriteModel,
  type Collection,
  type Document,
  type MongoClient,
} from 'mongodb';
import type { InsertOutcome, Keyed, Statement } from './batched-collection.js';
import { isDuplicateKeyCode, saysMayBeLost } from './duplicate-key.js';

/** What writes to several collections at once: a client of MongoDB 8.0 or newer. */
export type BulkWriter = Pick<MongoClient, 'bulkWrite'>;

/** A write as `bulkWrite` of a collection takes it, such as `{ insertOne: { document } }`, and its collection. */
export interface Write {
  readonly collection: Pick<Collection<never>, 'namespace'>;
  readonly write: object;
}

/** Why a write was refused: its key exists, or it cannot be stored. */
export type Refusal = Exclude<InsertOutcome, 'inserted'> | Error;

/**
 * Makes `writes` one after another, in one round trip, until one is refused: those before it are made then, and those
 * behind it are not. Throws if some may be lost, or if the reason concerns none of them.
 */
export async function writeUntilRefused(
  writer: BulkWriter,
  writes: readonly Write[],
): Promise<{ readonly index: number; readonly refusal: Refusal } | undefined> {
  try {
    await writer.bulkWrite(writes.map(modelOf), { ordered: true });
    return undefined;
  } catch (error) {
    if (!(error instanceof MongoClientBulkWriteError) || saysMayBeLost(error)) throw error;
    const [stop] = error.writeErrors;
    if (!stop) throw error;
    const [index, { code, message }] = stop;
    return { index, refusal: isDuplicateKeyCode(code) ? 'exists' : new Error(message) };
  }
}

function modelOf({ collection: { namespace }, write }: Write): AnyClientBulkWriteModel<Document> {
  const [[name, fields] = ['', {}]] = Object.entries(write) as [string, object][];
  return { name, namespace, ...fields } as AnyClientBulkWriteModel<Document>;
}

/** Statements as writes to a collection. */
export function statements(collection: Write['collection'], of: readonly Statement[]): readonly Write[] {
  return of.map(({ write }) => ({ collection, write }));
}

/** The inserts of documents into a collection. */
export function inserts(collection: Write['collection'], documents: readonly Keyed[]): readonly Write[] {
  return documents.map((document) => ({ collection, write: { insertOne: { document } } }));
}
