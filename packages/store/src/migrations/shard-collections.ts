/**
 * Shards the collections that grow with every lead by `_id`, which starts with the tenant and the time, carries every
 * uniqueness, and is in every query on the path of a lead. Without shards there is nothing to do.
 */
import type { Db } from 'mongodb';
import type { MigrationStep } from './migration.js';

/** The collections that grow with the leads. All others hold configuration and stay on one shard. */
export const shardedCollections = [
  'leads',
  'submissions',
  'decisions',
  'attempts',
  'effects',
  'claims',
  'idempotency',
  'counts',
  'ledger',
  'returns',
  'returnQuotas',
  'files',
  'interactions',
  'conversations',
  'messages',
] as const;

/** Repeatable: a collection that is sharded already stays as it is. */
export async function shardCollections(db: Db, { note, throwIfLost }: MigrationStep): Promise<void> {
  const { msg } = await db.command({ hello: 1 });
  if (msg !== 'isdbgrid') return;
  for (const name of shardedCollections) {
    throwIfLost();
    await db.admin().command({ shardCollection: `${db.databaseName}.${name}`, key: { _id: 1 } });
    note(`${name}: sharded by _id`);
  }
}
