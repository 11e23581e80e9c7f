/** A dump of a whole database, to check what changed in it or what it still contains. */
import { MongoClient } from 'mongodb';

/** Every document of every collection at `url`, by collection. */
export async function everythingIn(url: string): Promise<Record<string, unknown[]>> {
  const client = new MongoClient(url);
  try {
    const db = client.db(new URL(url).pathname.slice(1));
    const names = (await db.listCollections().toArray()).map(({ name }) => name).sort();
    const held = await Promise.all(
      names.map(async (name) => [name, await db.collection(name).find().sort({ _id: 1 }).toArray()] as const),
    );
    return Object.fromEntries(held);
  } finally {
    await client.close();
  }
}
