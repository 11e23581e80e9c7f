/**
 * Messages, conversations and the audit, which are deleted by their own age, however long their leads are kept. Opt-outs
 * stay, because they outlive the messages.
 */
import { idOf, keyOf } from '../keys.js';
import type { StoreDb } from '../registry/collections.js';
import { under, withIds } from '../registry/lead-keys.js';
import { ulidTime } from '../ulid-time.js';
import { lastOf, type Slice, type SliceEnd } from './range.js';

/** If the leads of one slice have more messages than this, the rest waits for the next pass. */
const AT_ONCE = 1_000;

/**
 * Deletes messages that last changed before `before`, for some leads after the lead `after`, with the effects that sent
 * them and the webhooks about them. A message is kept while it is still to be sent or a webhook about it is due.
 */
export async function deleteMessages(
  db: StoreDb,
  { tenantId, before, after = '', limit, announce }: Slice,
): Promise<SliceEnd> {
  const messages = db.collection('messages');
  const effects = db.collection('effects');
  // A lead is older than its messages, which are found by its id.
  const found = await messages
    .find(
      { tenantId, leadId: { $gt: after, $lt: `lead_${ulidTime(before.getTime())}` } },
      { projection: { leadId: 1 } },
    )
    .sort({ tenantId: 1, leadId: 1 })
    .limit(limit)
    .toArray();
  const leadIds = [...new Set(found.map(({ leadId }) => leadId))];
  const next = lastOf(
    found.map(({ leadId }) => leadId),
    limit,
  );
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
  await announce();
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
export async function deleteInteractions(
  db: StoreDb,
  { tenantId, before, after = '', limit, announce }: Slice,
): Promise<SliceEnd> {
  const interactions = db.collection('interactions');
  const found = await interactions
    .find(
      { tenantId, leadId: { $gt: after, $lt: `lead_${ulidTime(before.getTime())}` } },
      { projection: { leadId: 1 } },
    )
    .sort({ tenantId: 1, leadId: 1 })
    .limit(limit)
    .toArray();
  const leadIds = [...new Set(found.map(({ leadId }) => leadId))];
  const next = lastOf(
    found.map(({ leadId }) => leadId),
    limit,
  );
  const old = await interactions
    .find(
      { tenantId, leadId: { $in: leadIds }, updatedAt: { $lt: before.toISOString() } },
      { projection: { leadId: 1 } },
    )
    .limit(AT_ONCE)
    .toArray();
  if (old.length === 0) return { removed: {}, after: next };
  await announce();
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
  { tenantId, before, after = '', limit, announce }: Slice,
): Promise<SliceEnd> {
  const audit = db.collection('audit');
  const found = await audit
    .find({ tenantId, _id: { $gt: after, $lt: before.toISOString() } }, { projection: { _id: 1 } })
    .sort({ _id: 1 })
    .limit(limit)
    .toArray();
  const old = found.map(({ _id }) => _id);
  if (old.length === 0) return { removed: {}, after: undefined };
  await announce();
  const { deletedCount } = await audit.deleteMany({ _id: { $in: old } });
  return { removed: { audit: deletedCount }, after: lastOf(old, limit) };
}
