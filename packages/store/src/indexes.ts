/**
 * Every secondary index. None carries a promise: uniqueness is always an `_id`. All begin with the tenant,
 * except those of what is of no tenant, and those by which expired things, the next release, the oldest on its way and what
 * an operator has to know of are found, which are partial and small.
 */
import type { Db, Document, IndexDescription } from 'mongodb';
import { attentionIndex, restingStatuses } from './attention-groups.js';
import { NO_ACCIDENT, attentionReasons } from './needs-attention.js';
import { needingIndex } from './resting-leads.js';

const dueAt: IndexDescription = {
  key: { tenantId: 1, dueAt: 1, _id: 1 },
  partialFilterExpression: { dueAt: { $exists: true } },
};
// The database takes a partial index only for a question that names the very field of its filter.
const placedAt = { 'placement.at': { $exists: true } };
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
    // By which a tenant's leads see whether any of its own is about to be released.
    { key: { tenantId: 1, dueAt: 1 }, partialFilterExpression: { waitsFor: { $exists: true } } },
    // Finds the oldest lead that waits, and tells a new lead which others are about to be released. What is due is in
    // both, so that of thousands that wait only those are read which are meant.
    {
      key: { tenantId: 1, waitsFor: 1, acceptedAt: 1, dueAt: 1 },
      partialFilterExpression: { waitsFor: { $exists: true } },
    },
    {
      key: { tenantId: 1, waitsFor: 1, dueAt: 1 },
      partialFilterExpression: { waitsFor: { $exists: true } },
    },
    // By which the oldest on its way is found, whenever it is next looked at; what is held stands apart from it.
    { key: { waitsFor: 1, acceptedAt: 1 }, partialFilterExpression: { dueAt: { $exists: true } } },
    // What ends its workers again and again, among all that is on its way.
    {
      key: { tenantId: 1, deaths: -1 },
      partialFilterExpression: { deaths: { $gte: NO_ACCIDENT }, dueAt: { $exists: true } },
    },
    // Submissions with an unknown outcome: few, and looked for by operators and when counters are founded.
    {
      key: { tenantId: 1, reason: 1, _id: 1 },
      partialFilterExpression: { reason: 'unknown_outcome' },
    },
    {
      key: { tenantId: 1, 'placement.campaignId': 1, 'placement.at': 1 },
      partialFilterExpression: placedAt,
    },
    {
      key: { tenantId: 1, 'placement.clientId': 1, 'placement.at': 1 },
      partialFilterExpression: placedAt,
    },
  ],
  leads: [
    { key: { tenantId: 1, createdAt: -1, _id: -1 } },
    { key: { tenantId: 1, campaignId: 1, createdAt: -1, _id: -1 } },
    { key: { tenantId: 1, clientId: 1, createdAt: -1, _id: -1 } },
    { key: { tenantId: 1, offerId: 1, createdAt: -1, _id: -1 } },
    { key: { tenantId: 1, status: 1, createdAt: -1, _id: -1 } },
    { key: { tenantId: 1, search: 1, createdAt: -1, _id: -1 } },
    // The few that need attention, among all that were refused or failed.
    {
      key: { tenantId: 1, reason: 1, status: 1, createdAt: -1, _id: -1 },
      partialFilterExpression: { reason: { $in: [...attentionReasons] } },
    },
    // The same of all tenants, counted without looking at a lead.
    { key: needingIndex, partialFilterExpression: { reason: { $in: [...attentionReasons] } } },
    // Those that rest until a person does something, grouped by what they have in common.
    { key: attentionIndex, partialFilterExpression: { status: { $in: [...restingStatuses] } } },
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
  counters: [
    expiresAt,
    // Those in which a slot is reserved; the audit looks at these alone, and most are of periods that are over.
    { key: { tenantId: 1 }, partialFilterExpression: { 'open.0': { $exists: true } } },
  ],
  figures: [expiresAt],
  consoleState: [expiresAt],
  // Those that fail or are left alone, of all tenants.
  receivers: [
    { key: { lastFailedAt: -1 }, partialFilterExpression: { failingSince: { $exists: true } } },
    { key: { openUntil: 1 }, partialFilterExpression: { openUntil: { $exists: true } } },
  ],
  // Those that people opened, of all tenants; and those that are switched off.
  circuitOrders: [{ key: { kind: 1, until: 1 }, partialFilterExpression: { kind: 'open' } }],
  webhookUrls: [{ key: { disabledAt: 1 }, partialFilterExpression: { disabledAt: { $exists: true } } }],
  // What operators did to a lead.
  audit: [
    { key: { tenantId: 1, _id: -1 } },
    { key: { who: 1, _id: -1 } },
    { key: { 'about.leadId': 1, _id: 1 }, partialFilterExpression: { 'about.leadId': { $exists: true } } },
    { key: { 'result.leadId': 1, _id: 1 }, partialFilterExpression: { 'result.leadId': { $exists: true } } },
  ],
  apiKeys: [{ key: { tenantId: 1, createdAt: 1 } }],
};

/** Hears how far the building is, and may break it off between two indexes. */
interface IndexStep {
  readonly note: (line: string) => void;
  readonly throwIfLost: () => void;
}

/** Names the declared indexes that `db` lacks, or has in another form, as `collection.index`. */
export async function missingIndexes(db: Db): Promise<readonly string[]> {
  const found = await Promise.all(Object.keys(indexes).map((collection) => indexesOf(db, collection)));
  return Object.entries(indexes).flatMap(([collection, descriptions], n) =>
    descriptions
      .filter((description) => !isSame(found[n]?.get(nameOf(description)), description))
      .map((description) => `${collection}.${nameOf(description)}`),
  );
}

/** Builds what {@link missingIndexes} names, one after another, and answers their names; safe to repeat. */
export async function ensureIndexes(db: Db, { note, throwIfLost }: IndexStep): Promise<readonly string[]> {
  const built: string[] = [];
  for (const [collection, descriptions] of Object.entries(indexes)) {
    const found = await indexesOf(db, collection);
    for (const description of descriptions) {
      const name = nameOf(description);
      const before = found.get(name);
      if (isSame(before, description)) continue;
      throwIfLost();
      note(`index ${collection}.${name}: building`);
      const startedAt = performance.now();
      // An index of that name in another form is an older release's.
      if (before) await db.collection(collection).dropIndex(name);
      await db.collection(collection).createIndexes([{ ...description, name }]);
      note(`index ${collection}.${name}: done in ${((performance.now() - startedAt) / 1000).toFixed(1)} s`);
      built.push(`${collection}.${name}`);
    }
  }
  return built;
}

// As MongoDB itself names an index that is given none.
function nameOf({ key }: IndexDescription): string {
  return Object.entries(key)
    .map(([field, direction]) => `${field}_${String(direction)}`)
    .join('_');
}

function isSame(one: Document | undefined, other: IndexDescription): boolean {
  const form = ({ key, partialFilterExpression = {} }: Document) =>
    JSON.stringify([Object.entries(key as object), partialFilterExpression]);
  return one !== undefined && form(one) === form(other);
}

const NAMESPACE_NOT_FOUND = 26;

async function indexesOf(db: Db, collection: string): Promise<ReadonlyMap<string, Document>> {
  try {
    const found = (await db.collection(collection).listIndexes().toArray()) as Document[];
    return new Map(found.map((index) => [String(index['name']), index]));
  } catch (error) {
    if ((error as { code?: unknown }).code === NAMESPACE_NOT_FOUND) return new Map();
    throw error;
  }
}
