/**
 * Removes leads that are marked, by the registry: first everything that belongs to them, at last the leads. The same
 * walk deletes by age and erases a person; only what becomes of a document differs. Every step is repeatable, also by
 * several processes at once, and finds documents by keys or by an index of leads, never by the data that it removes.
 */
import type { Collection, Filter } from 'mongodb';
import { idOf, keyOf } from '../driver/keys.js';
import { anyCollection, entries, type AnyDocument, type StoreDb } from '../registry/collections.js';
import type { Entry } from '../registry/entry.js';
import type { LeadKeys } from '../registry/lead-keys.js';
import type { RemovedAs } from './removal-documents.js';

/** How many documents of each collection were deleted or cleared. */
export type Removed = Readonly<Record<string, number>>;

/** Removes everything that belongs to these leads, and then what becomes of the leads themselves. */
export async function removeLeads(db: StoreDb, of: LeadKeys, as: RemovedAs, at: Date): Promise<Removed> {
  const removed: Record<string, number> = {};
  for (const [name, entry] of entries) {
    if (entry.ofLeads === 'none') continue;
    const action = as === 'deletion' ? entry.retention : entry.erasure;
    const collection = anyCollection(db, name);
    for (const filter of entry.ofLeads(of))
      removed[name] = (removed[name] ?? 0) + (await applied(action, collection, filter, at));
  }
  return removed;
}

type EntryOfLead = Extract<Entry<AnyDocument>, { readonly ofLeads: (of: LeadKeys) => unknown }>;
type Action = EntryOfLead['retention'] | EntryOfLead['erasure'];

async function applied(
  action: Action,
  collection: Collection<AnyDocument>,
  filter: Filter<AnyDocument>,
  at: Date,
): Promise<number> {
  if (action === 'deleted') return (await collection.deleteMany(filter)).deletedCount;
  return typeof action === 'string' ? 0 : action(collection, filter, at);
}

/**
 * The keys of everything that other records about these leads are found through; `messages` are further ones, which may
 * have been removed before the effects about them were written.
 */
export async function keysOf(
  db: StoreDb,
  tenantId: string,
  leads: readonly string[],
  messages: readonly string[] = [],
): Promise<LeadKeys> {
  const ofThem = { tenantId, leadId: { $in: [...leads] } };
  const idsOnly = { projection: { _id: 1 } } as const;
  const [submissions, stored, ordered, erasures] = await Promise.all([
    db.collection('submissions').find(ofThem, idsOnly).toArray(),
    db.collection('messages').find(ofThem, idsOnly).toArray(),
    db
      .collection('effects')
      .find({ ...ofThem, trigger: 'explicit' }, idsOnly)
      .toArray(),
    db
      .collection('erasures')
      .find({ _id: { $in: leads.map((id) => keyOf(tenantId, id)) } }, { projection: { messages: 1 } })
      .toArray(),
  ]);
  const ids = (found: readonly { readonly _id: string }[]) => found.map(({ _id }) => idOf(_id));
  const erased = erasures.flatMap((erasure) => erasure.messages ?? []);
  return {
    tenantId,
    leads,
    submissions: ids(submissions),
    messages: [...new Set([...ids(stored), ...erased, ...messages])],
    ordered: ids(ordered),
  };
}
