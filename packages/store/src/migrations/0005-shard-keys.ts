/**
 * Shards the collections that grow with every lead, by `_id`: it begins with the tenant and the time, holds every
 * uniqueness, and is in every question on the way of a lead. On a deployment without shards there is nothing to do.
 */
import type { Migration } from './migration.js';

/** What grows with the leads. Everything else is configuration, and stays on one shard. */
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
      // Of a collection that is sharded by this key already it is no more than a question.
      await db.admin().command({ shardCollection: `${db.databaseName}.${name}`, key: { _id: 1 } });
      note(`${name}: sharded by _id`);
    }
  },
};
