/**
 * Every secondary index. No promise rests on one: uniqueness always comes from `_id`. All start with the tenant, except
 * indexes of collections without a tenant, and those that find expired documents, the next release, the oldest
 * submission in progress and what operators must know of; these are partial and small.
 */
import type { Db, Document, IndexDescription } from 'mongodb';
import { attentionIndex, statusesAwaitingOperator } from './attention-groups.js';
import { CRASHING_AFTER_DEATHS, attentionReasons } from './needs-attention.js';
import { needsAttentionIndex } from './leads-awaiting-operator.js';
import { keptSpanIndex } from './reports/kept-spans.js';
import { isMoney } from './reports/report-stages.js';
import { ON_HOLD_FROM, ON_HOLD_INDEX } from './work-on-hold.js';

const dueAt: IndexDescription = {
  key: { tenantId: 1, dueAt: 1, _id: 1 },
  partialFilterExpression: { dueAt: { $exists: true } },
};
// Finds what a release makes due. The database distinguishes it from the one above by its filter.
const onHold: IndexDescription = {
  name: ON_HOLD_INDEX,
  key: dueAt.key,
  partialFilterExpression: { dueAt: { $gte: ON_HOLD_FROM } },
};
// The database uses a partial index only for a query that names the field of its filter.
const placedAt = { 'placement.at': { $exists: true } };
const expiresAt: IndexDescription = {
  key: { expiresAt: 1 },
  partialFilterExpression: { expiresAt: { $exists: true } },
};

const indexes: Readonly<Record<string, readonly IndexDescription[]>> = {
  submissions: [
    dueAt,
    onHold,
    { key: { tenantId: 1, leadId: 1, _id: 1 } },
    // Finds the next release for the sweep; contains only held submissions.
    { key: { dueAt: 1 }, partialFilterExpression: { waitsFor: { $exists: true } } },
    // Tells whether any held lead of a tenant is about to be released.
    { key: { tenantId: 1, dueAt: 1 }, partialFilterExpression: { waitsFor: { $exists: true } } },
    // Find the oldest waiting lead, and the leads about to be released ahead of a new one. Both include `dueAt`, so
    // that of thousands of waiting leads only the relevant ones are read.
    {
      key: { tenantId: 1, waitsFor: 1, acceptedAt: 1, dueAt: 1 },
      partialFilterExpression: { waitsFor: { $exists: true } },
    },
    {
      key: { tenantId: 1, waitsFor: 1, dueAt: 1 },
      partialFilterExpression: { waitsFor: { $exists: true } },
    },
    // Finds the oldest submission in progress, whenever it is due next; held ones are separate from it, and those on
    // hold are not in it.
    { key: { waitsFor: 1, acceptedAt: 1 }, partialFilterExpression: { dueAt: { $lt: ON_HOLD_FROM } } },
    // Finds submissions in progress that have killed their workers repeatedly.
    {
      key: { tenantId: 1, deaths: -1 },
      partialFilterExpression: { deaths: { $gte: CRASHING_AFTER_DEATHS }, dueAt: { $exists: true } },
    },
    // Submissions with an unknown outcome: few, and read by operators.
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
    // The few leads that need attention, among all that were refused or failed.
    {
      key: { tenantId: 1, reason: 1, status: 1, createdAt: -1, _id: -1 },
      partialFilterExpression: { reason: { $in: [...attentionReasons] } },
    },
    // The same for all tenants, counted without reading a lead.
    { key: needsAttentionIndex, partialFilterExpression: { reason: { $in: [...attentionReasons] } } },
    // The leads that wait for an operator, grouped by their cause.
    { key: attentionIndex, partialFilterExpression: { status: { $in: [...statusesAwaitingOperator] } } },
  ],
  interactions: [
    { key: { tenantId: 1, leadId: 1, updatedAt: -1 } },
    // The few whose change a dead process has left without a notification.
    {
      key: { notificationsDueAt: 1 },
      partialFilterExpression: { notificationsDueAt: { $exists: true } },
    },
  ],
  // Lists of the ledger. Almost every entry is a sale or a cost, so these need no index of their own.
  ledger: [
    { key: { tenantId: 1, occurredAt: -1, _id: -1 } },
    { key: { tenantId: 1, leadId: 1, occurredAt: -1, _id: -1 } },
    { key: { tenantId: 1, campaignId: 1, occurredAt: -1, _id: -1 } },
    { key: { tenantId: 1, clientId: 1, occurredAt: -1, _id: -1 } },
    {
      key: { tenantId: 1, supplierId: 1, occurredAt: -1, _id: -1 },
      partialFilterExpression: { supplierId: { $exists: true } },
    },
    {
      key: { tenantId: 1, type: 1, occurredAt: -1, _id: -1 },
      partialFilterExpression: { type: { $in: ['milestone', 'cost_reversal', 'return', 'adjustment'] } },
    },
    // The sale that a buyer's own identifier of a lead belongs to.
    {
      key: { tenantId: 1, reference: 1, occurredAt: -1 },
      partialFilterExpression: { reference: { $exists: true } },
    },
    // Counts the leads that a campaign has placed in a month.
    {
      key: { tenantId: 1, placedCampaignId: 1, occurredAt: 1 },
      partialFilterExpression: { type: 'sale' },
    },
    // What reports add up.
    { key: { tenantId: 1, receivedAt: 1, _id: 1 }, partialFilterExpression: isMoney },
  ],
  // Which kept rows a report reads, and which it has to count again.
  reportSpans: [{ key: keptSpanIndex }],
  // Lists of returns, the return that a person decides, and those that a dead process has left.
  returns: [
    { key: { tenantId: 1, requestedAt: -1, _id: -1 } },
    { key: { tenantId: 1, status: 1, requestedAt: -1, _id: -1 } },
    { key: { tenantId: 1, clientId: 1, requestedAt: -1, _id: -1 } },
    { key: { tenantId: 1, placedCampaignId: 1, requestedAt: -1, _id: -1 } },
    { key: { tenantId: 1, returnId: 1 } },
    { key: { tenantId: 1, leadId: 1 } },
    { key: { dueAt: 1 }, partialFilterExpression: { dueAt: { $exists: true } } },
  ],
  // The partial filter excludes files that are no longer pending from the sweep's index.
  files: [
    {
      key: { expiresAt: 1 },
      partialFilterExpression: { status: 'pending', expiresAt: { $exists: true } },
    },
    {
      key: { notificationsDueAt: 1 },
      partialFilterExpression: { notificationsDueAt: { $exists: true } },
    },
  ],
  messages: [
    {
      key: { tenantId: 1, providerMessageId: 1 },
      partialFilterExpression: { providerMessageId: { $exists: true } },
    },
    { key: { tenantId: 1, leadId: 1 } },
  ],
  // Effects ordered by a person cannot be found by the id of their lead or submission.
  effects: [
    dueAt,
    onHold,
    // Only those that belong to no lead.
    expiresAt,
    { key: { tenantId: 1, leadId: 1 }, partialFilterExpression: { trigger: 'explicit' } },
  ],
  claims: [expiresAt],
  idempotency: [expiresAt],
  // The audit reads only the counts with open names.
  counts: [{ key: { tenantId: 1 }, partialFilterExpression: { 'open.0': { $exists: true } } }],
  figures: [expiresAt],
  consoleState: [expiresAt],
  // The failing receivers, those with an open circuit, and those whose answers cannot be read, of all tenants.
  receivers: [
    { key: { lastFailedAt: -1 }, partialFilterExpression: { failingSince: { $exists: true } } },
    { key: { openUntil: 1 }, partialFilterExpression: { openUntil: { $exists: true } } },
    { key: { lastUnreadableAt: -1 }, partialFilterExpression: { lastUnreadableAt: { $exists: true } } },
  ],
  // The circuits opened by operators, of all tenants, and the webhook URLs that are switched off.
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
  // Plans that were begun, and tenants whose held leads are to be reconsidered: those that a dead process has left.
  configurations: [{ key: { 'open.at': 1 }, partialFilterExpression: { 'open.at': { $exists: true } } }],
  tenants: [{ key: { changing: 1 }, partialFilterExpression: { changing: true } }],
};

/** Callbacks for the progress of the build, which may abort between two indexes. */
interface IndexStep {
  readonly note: (line: string) => void;
  readonly throwIfLost: () => void;
}

/** Names the declared indexes that `db` lacks or has in another form, as `collection.index`. */
export async function missingIndexes(db: Db): Promise<readonly string[]> {
  const found = await Promise.all(Object.keys(indexes).map((collection) => indexesOf(db, collection)));
  return Object.entries(indexes).flatMap(([collection, descriptions], n) =>
    descriptions
      .filter((description) => !isSame(found[n]?.get(nameOf(description)), description))
      .map((description) => `${collection}.${nameOf(description)}`),
  );
}

/**
 * Builds the indexes that {@link missingIndexes} names, one after another, and returns their names. Repeatable. A new
 * collection gets all of its indexes in one command, because there is nothing to build.
 */
export async function ensureIndexes(db: Db, { note, throwIfLost }: IndexStep): Promise<readonly string[]> {
  const built: string[] = [];
  for (const [collection, descriptions] of Object.entries(indexes)) {
    const found = await indexesOf(db, collection);
    if (found.size === 0) {
      throwIfLost();
      const named = descriptions.map((description) => ({ ...description, name: nameOf(description) }));
      await db.collection(collection).createIndexes(named);
      note(`collection ${collection}: created with ${named.length} indexes`);
      built.push(...named.map(({ name }) => `${collection}.${name}`));
      continue;
    }
    for (const description of descriptions) {
      const name = nameOf(description);
      const before = found.get(name);
      if (isSame(before, description)) continue;
      throwIfLost();
      note(`index ${collection}.${name}: building`);
      const startedAt = performance.now();
      // An index of that name in another form stems from another release.
      if (before) await db.collection(collection).dropIndex(name);
      await db.collection(collection).createIndexes([{ ...description, name }]);
      note(`index ${collection}.${name}: done in ${((performance.now() - startedAt) / 1000).toFixed(1)} s`);
      built.push(`${collection}.${name}`);
    }
  }
  return built;
}

// An unnamed index gets the name that MongoDB itself gives it.
function nameOf({ key, name }: IndexDescription): string {
  const usual = Object.entries(key).map(([field, direction]) => `${field}_${String(direction)}`);
  return name ?? usual.join('_');
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
