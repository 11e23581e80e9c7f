/** A look at the run's database while faults are played. */
import { MongoClient } from 'mongodb';

/** Those of the documents with these keys that are there. Rejects if the database does not answer soon. */
export async function findIn(
  databaseUrl: string,
  collection: string,
  ids: readonly string[],
): Promise<readonly Readonly<Record<string, unknown>>[]> {
  const client = new MongoClient(databaseUrl, { serverSelectionTimeoutMS: 3_000, socketTimeoutMS: 5_000 });
  try {
    const documents = client.db().collection<{ readonly _id: string }>(collection);
    return await documents.find({ _id: { $in: [...ids] } }).toArray();
  } finally {
    await client.close();
  }
}
