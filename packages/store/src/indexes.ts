/**
 * Every secondary index. None carries a promise: uniqueness is always an `_id`. All begin with the tenant,
 * except those by which expired things and the next release are found, which are partial and small.
 */
import type { Db, IndexDescription } from 'mongodb';

const dueAt: IndexDescription = {
  key: { tenantId: 1, dueAt: 1, _id: 1 },
  partialFilterExpression: { dueAt: { $exists: true } },
};
const expiresAt: IndexDescription = {
  key: { expiresAt: 1 },
  partialFilterExpression: { expiresAt: { $exists: true } },
};

const indexes: Readonly<Record<string, readonly IndexDescription[]>> = {
  submissions: [
    dueAt,
    { key: { tenantId: 1, leadId: 1, _id: 1 } },
    // By which the sweep finds the next release; only what is held is in it.
    { key: { dueAt: 1 }, partialFilterExpression: { waitsFor: { $exists: true } } },
    {
      key: { tenantId: 1, waitsFor: 1, acceptedAt: 1 },
      partialFilterExpression: { waitsFor: { $exists: true } },
    },
    {
      key: { tenantId: 1, 'placement.campaignId': 1, 'placement.at': 1 },
      partialFilterExpression: { placement: { $exists: true } },
    },
    {
      key: { tenantId: 1, 'placement.clientId': 1, 'placement.at': 1 },
      partialFilterExpression: { placement: { $exists: true } },
    },
  ],
  leads: [
    { key: { tenantId: 1, createdAt: -1, _id: -1 } },
    { key: { tenantId: 1, campaignId: 1, createdAt: -1, _id: -1 } },
    { key: { tenantId: 1, clientId: 1, createdAt: -1, _id: -1 } },
    { key: { tenantId: 1, offerId: 1, createdAt: -1, _id: -1 } },
    { key: { tenantId: 1, status: 1, createdAt: -1, _id: -1 } },
    { key: { tenantId: 1, search: 1, createdAt: -1, _id: -1 } },
  ],
  interactions: [{ key: { tenantId: 1, leadId: 1, updatedAt: -1 } }],
  // The partial filter keeps files that are pending no more out of the sweep's way.
  files: [
    {
      key: { expiresAt: 1 },
      partialFilterExpression: { status: 'pending', expiresAt: { $exists: true } },
    },
    { key: { newsDueAt: 1 }, partialFilterExpression: { newsDueAt: { $exists: true } } },
  ],
  messages: [
    {
      key: { tenantId: 1, providerMessageId: 1 },
      partialFilterExpression: { providerMessageId: { $exists: true } },
    },
    { key: { tenantId: 1, leadId: 1 } },
  ],
  // What a person ordered is not found by its lead's or submission's id.
  effects: [dueAt, { key: { tenantId: 1, leadId: 1 }, partialFilterExpression: { trigger: 'explicit' } }],
  claims: [expiresAt],
  idempotency: [expiresAt],
  counters: [expiresAt],
  apiKeys: [{ key: { tenantId: 1, createdAt: 1 } }],
};

/** Creates what is missing; safe to call from every process at once. */
export async function ensureIndexes(db: Db): Promise<void> {
  for (const [collection, descriptions] of Object.entries(indexes)) {
    await db.collection(collection).createIndexes([...descriptions]);
  }
}
