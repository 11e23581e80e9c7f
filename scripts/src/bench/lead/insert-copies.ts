import type { BulkWriteOptions, Db } from 'mongodb';
import { copierOf } from './copy-lead.js';
import type { Identity } from './identity.js';
import type { Documents, Keyed } from './record-lead.js';

/** Returns a function that inserts, for each of some leads, a copy of `documents`, which belong to `original`. */
export function copyInserter(
  db: Db,
  [documents, original]: readonly [Documents, Identity],
  options: BulkWriteOptions = {},
): (leads: readonly Identity[]) => Promise<void> {
  const collections = Object.entries(documents).map(
    ([name, found]) => [db.collection<Keyed>(name), found.map((one) => copierOf(one, original))] as const,
  );
  return async (leads) => {
    const inserting = collections.map(async ([collection, copies]) => {
      const copied = leads.flatMap((lead) => copies.map((copy) => copy(lead)));
      // Documents that have expired by now would have been deleted long ago.
      const kept = copied.filter(({ expiresAt }) => !(expiresAt instanceof Date) || expiresAt > new Date());
      if (kept.length > 0) await collection.insertMany(kept, { ...options, ordered: false });
    });
    await Promise.all(inserting);
  };
}
