/** Deletes messages and conversations by age. Opt-outs are kept, because they outlive the messages. */
import type { Collection, Document } from 'mongodb';
import type { ConversationDocument, InteractionDocument } from '../interactions.js';
import type { EffectDocument } from '../effects.js';
import { idOf, keyOf } from '../keys.js';
import type { MessageDocument } from '../messages.js';
import { ulidTime } from '../ulid-time.js';
import { under, withNothingDue } from './dependent-effects.js';
import type { Slice } from './owned-slices.js';
import { lastOf, type SliceEnd } from './range.js';

type Keyed = { readonly _id: string } & Document;

/** The collections of messages and of the records that belong to them. */
export interface MessageCollections {
  readonly messages: Collection<MessageDocument>;
  readonly effects: Collection<EffectDocument>;
  readonly attempts: Collection<Keyed>;
}

/** If the leads of one slice have more messages than this, the rest waits for the next pass. */
const AT_ONCE = 1_000;

/**
 * Deletes messages that last changed before `before`, for some leads after the lead `after`, with the effects that sent
 * them and the webhooks about them. A message is kept while it is still to be sent or a webhook about it is due.
 */
export async function deleteMessages(
  { messages, effects, attempts }: MessageCollections,
  { tenantId, before, after = '', limit, announce }: Slice,
): Promise<SliceEnd> {
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
  const next = lastOf(
    found.map(({ leadId }) => leadId),
    limit,
  );
  const keys = await withNothingDue(
    effects,
    old.map(({ _id }) => _id),
  );
  if (keys.length === 0) return { deleted: {}, after: next };
  await announce();
  const dependent = { $or: [{ _id: { $in: [...keys] } }, ...under(keys)] };
  const deleted = {
    effects: (await effects.deleteMany({ ...dependent, status: { $ne: 'due' } })).deletedCount,
    attempts: (await attempts.deleteMany(dependent)).deletedCount,
    // Last, because the other records are found through these.
    messages: (await messages.deleteMany({ _id: { $in: [...keys] } })).deletedCount,
  };
  return { deleted, after: next };
}

/** The collections of conversations. */
export interface InteractionCollections {
  readonly interactions: Collection<InteractionDocument>;
  readonly conversations: Collection<ConversationDocument>;
}

/**
 * Deletes the interactions that last changed before `before`, of some leads after the lead `after`. An id that derives
 * from a vendor's or a caller's says nothing of its age, so they are found by their leads, as messages are.
 */
export async function deleteInteractions(
  { interactions, conversations }: InteractionCollections,
  { tenantId, before, after = '', limit, announce }: Slice,
): Promise<SliceEnd> {
  const found = await interactions
    .find(
      { tenantId, leadId: { $gt: after, $lt: `lead_${ulidTime(before.getTime())}` } },
      { projection: { leadId: 1 } },
    )
    .sort({ tenantId: 1, leadId: 1 })
    .limit(limit)
    .toArray();
  const leadIds = [...new Set(found.map(({ leadId }) => leadId))];
  const old = await interactions
    .find(
      { tenantId, leadId: { $in: leadIds }, updatedAt: { $lt: before.toISOString() } },
      { projection: { leadId: 1 } },
    )
    .limit(AT_ONCE)
    .toArray();
  const next = lastOf(
    found.map(({ leadId }) => leadId),
    limit,
  );
  if (old.length === 0) return { deleted: {}, after: next };
  await announce();
  // The open conversation first, so that the next message starts a new one.
  const open = await conversations.deleteMany({
    _id: { $in: old.map(({ leadId }) => keyOf(tenantId, `${leadId}.sms`)) },
    interactionId: { $in: old.map(({ _id }) => idOf(_id)) },
  });
  const gone = await interactions.deleteMany({
    _id: { $in: old.map(({ _id }) => _id) },
    updatedAt: { $lt: before.toISOString() },
  });
  return { deleted: { conversations: open.deletedCount, interactions: gone.deletedCount }, after: next };
}
