/** Empty stores for a contestant, run exactly as `npm start` runs them, and the connection to such a database. */
import { join } from 'node:path';
import { findOrStartStores, type StorePair } from '@sluice/launch';
import { MongoClient, type Db, type MongoClientOptions } from 'mongodb';
import type { Bench } from './contestant.js';
import { running } from './running.js';

/** Starts stores of their own: made-up leads do not belong in those of the environment. */
export async function startStores({ folder }: Bench, name: string): Promise<StorePair> {
  const dataDir = join(folder, name);
  const place = { dataDir, logDir: dataDir, note: (line: string) => console.error(line) };
  return findOrStartStores({}, place, (store) => running.push(store));
}

/** Connects to the product's database. */
export async function connect(url: string, options?: MongoClientOptions): Promise<Db> {
  const client = await new MongoClient(url, options).connect();
  running.push({ stop: () => client.close() });
  return client.db('sluice');
}
