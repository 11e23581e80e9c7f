/** A look at the run's database while faults are played. */
import { MongoClient, type Filter } from 'mongodb';

type StoredDocument = Readonly<Record<string, unknown>> & { readonly _id: string };

/** The documents that match. Rejects if the database does not answer soon. */
export async function findIn(
  databaseUrl: string,
  collection: string,
  filter: Filter<StoredDocument>,
): Promise<readonly StoredDocument[]> {
  const client = new MongoClient(databaseUrl, { serverSelectionTimeoutMS: 3_000, socketTimeoutMS: 5_000 });
  try {
    return await client.db().collection<StoredDocument>(collection).find(filter).toArray();
  } finally {
    await client.close();
  }
}
