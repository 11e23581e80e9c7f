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

/** The first insert that was refused: its key exists, or it cannot be stored. */
export interface Refused {
  readonly index: number;
  readonly outcome: Exclude<InsertOutcome, 'inserted'> | Error;
}

/**
 * Makes `inserts` one after another until one is refused. Those before it are made then, and those after it are not.
 * Throws if they may be lost, or if the reason concerns none of them.
 */
export async function insertUntilRefused(
  writer: BulkWriter,
  inserts: readonly Insert[],
): Promise<Refused | undefined> {
  try {
    await writer.bulkWrite<Record<string, Keyed>>(
      inserts.map(({ collection: { namespace }, document }) => ({ name: 'insertOne', namespace, document })),
      { ordered: true },
    );
    return undefined;
  } catch (error) {
    if (!(error instanceof MongoClientBulkWriteError) || saysMayBeLost(error)) throw error;
    const [refused] = error.writeErrors;
    if (!refused) throw error;
    const [index, { code, message }] = refused;
    return { index, outcome: isDuplicateKeyCode(code) ? 'exists' : new Error(message) };
  }
}
