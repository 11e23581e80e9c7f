/** Whether work is still in progress, read from the database, which is the source of truth. */
import { MongoClient, type Db } from 'mongodb';
import { setTimeout as pause } from 'node:timers/promises';
import { Problem } from '@sluice/local';
import { nowMs } from '../now-ms.js';

/** Queries one installation's database. */
export interface PendingWork {
  /** Resolves once no submission of `tenantId` is due. @throws Problem after five minutes */
  awaitSubmissions(tenantId: string): Promise<void>;
  /** Resolves once no webhook, pixel or message of `tenantId` is due. @throws Problem after five minutes */
  awaitEffects(tenantId: string): Promise<void>;
  /** The number of leads of `tenantId` that are not delivered, by status. */
  undelivered(tenantId: string): Promise<Readonly<Record<string, number>>>;
  close(): Promise<void>;
}

const LOOK_EVERY_MS = 10;
const PATIENCE_MS = 300_000;

/** Opens the database at `url`. */
export async function openPendingWork(url: string): Promise<PendingWork> {
  const client = await new MongoClient(url).connect();
  const db = client.db('sluice');
  return {
    awaitSubmissions: (tenantId) => nothingDue(db, 'submissions', tenantId),
    awaitEffects: (tenantId) => nothingDue(db, 'effects', tenantId),
    // The query reads none of the delivered leads, of which there may be a million.
    async undelivered(tenantId) {
      const counted = await db
        .collection('leads')
        .aggregate<{ _id: string; count: number }>([
          { $match: { tenantId, status: { $ne: 'delivered' } } },
          { $group: { _id: '$status', count: { $sum: 1 } } },
        ])
        .toArray();
      return Object.fromEntries(counted.map(({ _id, count }) => [_id, count]));
    },
    close: () => client.close(),
  };
}

async function nothingDue(db: Db, collection: string, tenantId: string): Promise<void> {
  const until = nowMs() + PATIENCE_MS;
  const due = { tenantId, dueAt: { $exists: true } };
  while (await db.collection(collection).findOne(due, { projection: { _id: 1 } })) {
    if (nowMs() > until) throw new Problem(`Not all ${collection} of ${tenantId} ended within five minutes.`);
    await pause(LOOK_EVERY_MS);
  }
}
