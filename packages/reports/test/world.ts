/** Stores and their reports on a real MongoDB engine. */
import { openStores, databaseName, type Stores } from '@sluice/store';
import { testBackends } from '@sluice/testing';
import { MongoClient, type Db } from 'mongodb';
import { createReports, type Reports } from '../src/index.js';

/** The stores of one test file, and their database for what the stores themselves never write. */
export interface World {
  readonly stores: Stores;
  readonly reports: Reports;
  readonly mongodbUrl: string;
  readonly db: Db;
  /** Empties every collection, and leaves the database prepared. */
  empty(): Promise<void>;
  close(): Promise<void>;
}

export async function openWorld(): Promise<World> {
  const backends = await testBackends({ prepares: true });
  const client = new MongoClient(backends.mongodbUrl);
  const stores = await openStores(backends.mongodbUrl);
  await stores.prepare();
  const db = client.db(databaseName(backends.mongodbUrl));
  return {
    stores,
    reports: createReports(stores),
    mongodbUrl: backends.mongodbUrl,
    db,
    empty: async () => {
      const names = (await db.listCollections().toArray()).map(({ name }) => name);
      const emptied = names.filter((name) => name !== 'migrations');
      await Promise.all(emptied.map((name) => db.collection(name).deleteMany({})));
    },
    close: async () => {
      await Promise.all([client.close(), stores.close()]);
      await backends.stop();
    },
  };
}
