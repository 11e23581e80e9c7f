/** Writes to several collections, in order and in one round trip. */
import {
  MongoClientBulkWriteError,
  type AnyClientBulkWriteModel,
  type Collection,
  type Document,
  type MongoClient,
} from 'mongodb';
import { saysMayBeLost } from '../driver/duplicate-key.js';

/** What writes to several collections at once: a client of MongoDB 8.0 or newer. */
export type BulkWriter = Pick<MongoClient, 'bulkWrite'>;

/** A write as `bulkWrite` of a collection takes it, such as `{ insertOne: { document } }`, and its collection. */
export interface Write {
  readonly collection: Pick<Collection<never>, 'namespace'>;
  readonly write: object;
}

/**
 * Makes `writes` one after another, in one round trip, until one is refused: those before it are made then, and those
 * behind it are not. Throws if some may be lost, or if the reason concerns none of them.
 */
export async function writeUntilRefused(
  writer: BulkWriter,
  writes: readonly Write[],
): Promise<{ readonly index: number } | undefined> {
  if (writes.length === 0) return undefined;
  try {
    await writer.bulkWrite(writes.map(modelOf), { ordered: true });
    return undefined;
  } catch (error) {
    if (!(error instanceof MongoClientBulkWriteError) || saysMayBeLost(error)) throw error;
    const [stop] = error.writeErrors;
    if (!stop) throw error;
    return { index: stop[0] };
  }
}

function modelOf({ collection: { namespace }, write }: Write): AnyClientBulkWriteModel<Document> {
  const [[name, fields] = ['', {}]] = Object.entries(write) as [string, object][];
  return { name, namespace, ...fields } as AnyClientBulkWriteModel<Document>;
}
