/** Inserts into several collections, in order and in one round trip. */
import { MongoClientBulkWriteError, type Collection, type MongoClient } from 'mongodb';
import type { InsertOutcome, Keyed } from './batched-collection.js';
import { isDuplicateKeyCode, saysMayBeLost } from './duplicate-key.js';

/** What writes to several collections at once: a client of MongoDB 8.0 or newer. */
export type BulkWriter = Pick<MongoClient, 'bulkWrite'>;

/** A document, and the collection it belongs to. */
export interface Insert {
  readonly collection: Pick<Collection<never>, 'namespace'>;
  readonly document: Keyed;
}

/** Why an insert was refused: its key exists, or it cannot be stored. */
export type Refusal = Exclude<InsertOutcome, 'inserted'> | Error;

/**
 * Makes `inserts` one after another, in one round trip, until one is refused: those before it are made then, and those
 * behind it are not. Throws if some may be lost, or if the reason concerns none of them.
 */
export async function insertUntilRefused(
  writer: BulkWriter,
  inserts: readonly Insert[],
): Promise<{ readonly index: number; readonly refusal: Refusal } | undefined> {
  try {
    await writer.bulkWrite<Record<string, Keyed>>(
      inserts.map(({ collection: { namespace }, document }) => ({ name: 'insertOne', namespace, document })),
      { ordered: true },
    );
    return undefined;
  } catch (error) {
    if (!(error instanceof MongoClientBulkWriteError) || saysMayBeLost(error)) throw error;
    const [stop] = error.writeErrors;
    if (!stop) throw error;
    const [index, { code, message }] = stop;
    return { index, refusal: isDuplicateKeyCode(code) ? 'exists' : new Error(message) };
  }
}
