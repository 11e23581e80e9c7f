/**
 * Shards the collections that grow with every lead, as the registry says, by `_id`, which starts with the tenant and the
 * time, carries every uniqueness, and is in every query on the path of a lead. Without shards there is nothing to do.
 */
import { entries, type StoreDb } from '../registry/collections.js';
import type { MigrationStep } from './migration.js';

export const shardedCollections = entries
  .filter(([, { sharded }]) => sharded === 'by _id')
  .map(([name]) => name);

/** Repeatable: a collection that is sharded already stays as it is. */
export async function shardCollections(db: StoreDb, { note, throwIfLost }: MigrationStep): Promise<void> {
  const { msg } = await db.command({ hello: 1 });
  if (msg !== 'isdbgrid') return;
  for (const name of shardedCollections) {
    throwIfLost();
    await db.admin().command({ shardCollection: `${db.databaseName}.${name}`, key: { _id: 1 } });
    note(`${name}: sharded by _id`);
  }
}
