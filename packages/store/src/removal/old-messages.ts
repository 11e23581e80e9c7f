/**
 * Messages, conversations and the audit, which are deleted by their own age, however long their leads are kept. Opt-outs
 * stay, because they outlive the messages.
 */
import { idOf, keyOf } from '../driver/keys.js';
import { anyCollection, type StoreDb } from '../registry/collections.js';
import { under, withIds } from '../registry/lead-keys.js';
import { ulidTime } from '../driver/ulid-time.js';
import { lastOf, type Slice, type SliceEnd } from './range.js';

/** If the leads of one slice have more messages than this, the rest waits for the next pass. */
const AT_ONCE = 1_000;

/**
 * Deletes messages that last changed before `before`, for some leads after the lead `after`, with the effects that sent
 * them and the webhooks about them. A message is kept while it is still to be sent or a webhook about it is due.
 */
export async function deleteMessages(db: StoreDb, slice: Slice): Promise<SliceEnd> {
  const { tenantId, before, beforeDeleting } = slice;
  const messages = db.collection('messages');
  const effects = db.collection('effects');
  const { leadIds, next } = await leadsOfSlice(db, 'messages', slice);
  const old = await messages
    .find(
      {
        tenantId,
        leadId: { $in: leadIds },
        status: { $ne: 'queued' },
        updatedAt: { $lt: before.toISOString() },
      },
      { projection: { _id: 1 } },
    )
    .limit(AT_ONCE)
    .toArray();
  const ids = old.map(({ _id }) => idOf(_id));
  const of = { tenantId };
  const due = await Promise.all(
    [...under(of, ids), ...withIds(of, ids)].map((filter) =>
      effects.find({ ...filter, status: 'due' }, { projection: { _id: 1 } }).toArray(),
    ),
  );
  const waited = new Set(due.flat().map(({ _id }) => idOf(_id).split('.', 1)[0]));
  const going = ids.filter((id) => !waited.has(id));
  if (going.length === 0) return { removed: {}, after: next };
  await beforeDeleting([]);
  const removed = { effects: 0, attempts: 0, messages: 0 };
  for (const filter of [...under(of, going), ...withIds(of, going)])
    removed.effects += (await effects.deleteMany({ ...filter, status: { $ne: 'due' } })).deletedCount;
  for (const filter of under(of, going))
    removed.attempts += (await db.collection('attempts').deleteMany(filter)).deletedCount;
  // Last, because the other records are found through these.
  for (const filter of withIds(of, going))
    removed.messages += (await messages.deleteMany(filter)).deletedCount;
  return { removed, after: next };
}

/**
 * Deletes the interactions that last changed before `before`, of some leads after the lead `after`. An id that derives
 * from a vendor's or a caller's says nothing of its age, so they are found by their leads, as messages are.
 */
export async function deleteInteractions(db: StoreDb, slice: Slice): Promise<SliceEnd> {
  const { tenantId, before, beforeDeleting } = slice;
  const interactions = db.collection('interactions');
  const { leadIds, next } = await leadsOfSlice(db, 'interactions', slice);
  const old = await interactions
    .find(
      { tenantId, leadId: { $in: leadIds }, updatedAt: { $lt: before.toISOString() } },
      { projection: { leadId: 1 } },
    )
    .limit(AT_ONCE)
    .toArray();
  if (old.length === 0) return { removed: {}, after: next };
  await beforeDeleting([]);
  // The open conversation first, so that the next message starts a new one.
  const open = await db.collection('conversations').deleteMany({
    _id: { $in: old.map(({ leadId }) => keyOf(tenantId, `${leadId}.sms`)) },
    interactionId: { $in: old.map(({ _id }) => idOf(_id)) },
  });
  const gone = await interactions.deleteMany({
    _id: { $in: old.map(({ _id }) => _id) },
    updatedAt: { $lt: before.toISOString() },
  });
  return { removed: { conversations: open.deletedCount, interactions: gone.deletedCount }, after: next };
}

/** Deletes old audit entries of the tenant. Those without a tenant belong to the installation and are kept. */
export async function deleteAudit(
  db: StoreDb,
  { tenantId, before, after = '', limit, beforeDeleting }: Slice,
): Promise<SliceEnd> {
  const audit = db.collection('audit');
  const found = await audit
    .find({ tenantId, _id: { $gt: after, $lt: before.toISOString() } }, { projection: { _id: 1 } })
    .sort({ _id: 1 })
    .limit(limit)
    .toArray();
  const old = found.map(({ _id }) => _id);
  if (old.length === 0) return { removed: {}, after: undefined };
  await beforeDeleting([]);
  const { deletedCount } = await audit.deleteMany({ _id: { $in: old } });
  return { removed: { audit: deletedCount }, after: lastOf(old, limit) };
}

// The leads that a slice of messages or interactions is about, in their order. A lead is older than what is about it, so
// those that came in since need not be looked at.
async function leadsOfSlice(
  db: StoreDb,
  name: 'messages' | 'interactions',
  { tenantId, before, after = '', limit }: Slice,
): Promise<{ readonly leadIds: readonly string[]; readonly next: string | undefined }> {
  const found = await anyCollection(db, name)
    .find(
      { tenantId, leadId: { $gt: after, $lt: `lead_${ulidTime(before.getTime())}` } },
      { projection: { leadId: 1 } },
    )
    .sort({ tenantId: 1, leadId: 1 })
    .limit(limit)
    .toArray();
  const leadIds = found.map(({ leadId }) => String(leadId));
  return { leadIds: [...new Set(leadIds)], next: lastOf(leadIds, limit) };
}
