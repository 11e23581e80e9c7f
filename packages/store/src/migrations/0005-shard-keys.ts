/**
 * Shards the collections that grow with every lead by `_id`, which starts with the tenant and the time, carries every
 * uniqueness, and is in every query on the path of a lead. Without shards there is nothing to do.
 */
import type { Migration } from './migration.js';

/** The collections that grow with the leads. All others hold configuration and stay on one shard. */
export const shardedCollections = [
  ...['leads', 'submissions', 'decisions', 'attempts', 'effects', 'claims', 'idempotency', 'counters'],
  ...['files', 'interactions', 'conversations', 'messages'],
] as const;

export const shardKeys: Migration = {
  id: '0005-shard-keys',
  async run(db, { note, throwIfLost }) {
    const { msg } = await db.command({ hello: 1 });
    if (msg !== 'isdbgrid') return note('a deployment without shards: nothing to do');
    for (const name of shardedCollections) {
      throwIfLost();
      // If the collection is already sharded by this key, the command changes nothing.
      await db.admin().command({ shardCollection: `${db.databaseName}.${name}`, key: { _id: 1 } });
      note(`${name}: sharded by _id`);
    }
  },
};
