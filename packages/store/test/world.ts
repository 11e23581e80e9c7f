/** Stores on a real MongoDB engine. */
import { testBackends } from '@sluice/testing';
import { MongoClient, type Db } from 'mongodb';
import { openStores, type Stores } from '../src/index.js';
import { databaseName } from '../src/migrations/schema.js';

/** The stores of one test file. */
export interface World {
  readonly stores: Stores;
  close(): Promise<void>;
}

export async function openWorld(): Promise<World> {
  const backends = await testBackends({ prepares: true });
  const stores = await openStores(backends.mongodbUrl);
  await stores.prepare();
  return {
    stores,
    close: async () => {
      await stores.close();
      await backends.stop();
    },
  };
}

/** Empties every collection of a prepared database, which stays prepared. */
export async function emptyPrepared(db: Db): Promise<void> {
  const names = (await db.listCollections().toArray()).map(({ name }) => name);
  await Promise.all(
    names.filter((name) => name !== 'migrations').map((name) => db.collection(name).deleteMany({})),
  );
}

/** The stores of one test file, and their database for what the stores themselves never write. */
export interface RawWorld extends World {
  readonly db: Db;
}

export async function openRawWorld(): Promise<RawWorld> {
  const backends = await testBackends({ prepares: true });
  const client = new MongoClient(backends.mongodbUrl);
  const stores = await openStores(backends.mongodbUrl);
  await stores.prepare();
  return {
    stores,
    db: client.db(databaseName(backends.mongodbUrl)),
    close: async () => {
      await Promise.all([client.close(), stores.close()]);
      await backends.stop();
    },
  };
}
