/**
 * Submissions and leads that are deleted whole. A slice is written down before its deletion. If a process dies in the
 * middle, or is late, the next process finishes the slice, so nothing stays half deleted.
 */
import type { Collection, Document } from 'mongodb';
import type { EffectDocument } from '../effects.js';
import type { InteractionDocument } from '../interactions.js';
import type { LeadDocument } from '../leads.js';
import { emptyNotes, type LedgerDocument } from '../ledger.js';
import { emptyReturnNotes, type ReturnDocument } from '../returns/return-store.js';
import type { MessageDocument } from '../messages.js';
import { idOf, keyOf } from '../keys.js';
import type { SubmissionDocument } from '../submissions.js';
import {
  isOver,
  judgedFields,
  overSince,
  unfinishedLeadStatuses,
  withoutWaitingForPeople,
} from './finished.js';
import { under } from './dependent-effects.js';
import type { Slice } from './owned-slices.js';
import { lastOf, olderKeys, sumOf, type SliceEnd } from './range.js';
import type { BegunSlice, ChosenSlice, RetentionDocument, SeenLead } from './retention-document.js';

type Keyed = { readonly _id: string } & Document;

/** The collections that a slice is chosen from, and those that are deleted with it. */
export interface WholeCollections {
  readonly retention: Collection<RetentionDocument>;
  readonly leads: Collection<LeadDocument>;
  readonly submissions: Collection<SubmissionDocument>;
  readonly effects: Collection<EffectDocument>;
  readonly interactions: Collection<InteractionDocument>;
  readonly messages: Collection<MessageDocument>;
  readonly ledger: Collection<LedgerDocument>;
  readonly returns: Collection<ReturnDocument>;
  /** Any collection by name, for records that are deleted by keys alone. */
  readonly named: (name: string) => Collection<Keyed>;
}

/** Deletes the finished ones among `limit` submissions, the oldest first, with everything that belongs to them. */
export async function deleteSubmissions(at: WholeCollections, slice: Slice): Promise<SliceEnd> {
  const { tenantId, before, after, limit, announce, closeReports } = slice;
  const found = await at.submissions
    .find({ _id: olderKeys(tenantId, 'sub_', before, after) }, { projection: judgedFields })
    .sort({ _id: 1 })
    .limit(limit)
    .toArray();
  const over = await withoutWaitingForPeople(
    at.leads,
    found.filter((one) => isOver(one, before)),
  );
  const next = lastOf(
    found.map(({ _id }) => _id),
    limit,
  );
  if (over.length === 0) return { deleted: {}, after: next };
  await announce();
  await closeReports([...new Set(over.map(({ leadId }) => keyOf(tenantId, leadId)))]);
  const n = await begin(at, tenantId, deletionOf(over, []));
  return { deleted: n === undefined ? {} : await finishBegun(at, tenantId), after: next };
}

/** Deletes the finished ones among `limit` leads, the oldest first, with everything stored about them. */
export async function deleteLeads(at: WholeCollections, slice: Slice): Promise<SliceEnd> {
  const { tenantId, before, after, limit, announce, closeReports } = slice;
  const found = await at.leads
    .find(
      { _id: olderKeys(tenantId, 'lead_', before, after) },
      { projection: { status: 1, updatedAt: 1, revision: 1, lastSubmissionId: 1 } },
    )
    .sort({ _id: 1 })
    .limit(limit)
    .toArray();
  const quiet = found.filter(
    ({ status, updatedAt }) => updatedAt < before && !unfinishedLeadStatuses.includes(status),
  );
  const next = lastOf(
    found.map(({ _id }) => _id),
    limit,
  );
  const leads = await withNothingRecent(at, tenantId, before, quiet);
  if (leads.length === 0) return { deleted: {}, after: next };
  await announce();
  await closeReports(leads.map(({ _id }) => _id));
  const n = await begin(at, tenantId, { phase: 'choose', leads: leads.map(seen) });
  return { deleted: n === undefined ? {} : await finishBegun(at, tenantId), after: next };
}

type QuietLead = Pick<LeadDocument, '_id' | 'lastSubmissionId' | 'updatedAt' | 'revision'>;

function seen({ _id: key, lastSubmissionId, updatedAt, revision }: QuietLead): SeenLead {
  return { key, lastSubmissionId, updatedAt, ...(revision !== undefined && { revision }) };
}

// A lead may be deleted if nothing about it is in progress or too young.
async function withNothingRecent(
  { submissions, interactions, messages, effects }: WholeCollections,
  tenantId: string,
  before: Date,
  leads: readonly QuietLead[],
): Promise<readonly QuietLead[]> {
  if (leads.length === 0) return leads;
  const ids = leads.map(({ _id }) => idOf(_id));
  const ofThem = { tenantId, leadId: { $in: ids } };
  const young = { $gte: before.toISOString() };
  const [all, over, spoken, written] = await Promise.all([
    submissions.find(ofThem, { projection: { leadId: 1 } }).toArray(),
    submissions.find({ ...ofThem, ...overSince(before) }, { projection: { _id: 1 } }).toArray(),
    interactions.find({ ...ofThem, updatedAt: young }, { projection: { leadId: 1 } }).toArray(),
    messages
      .find({ ...ofThem, $or: [{ updatedAt: young }, { status: 'queued' }] }, { projection: { leadId: 1 } })
      .toArray(),
  ]);
  const isSubmissionOver = new Set(over.map(({ _id }) => _id));
  const unfinished = all.filter(({ _id }) => !isSubmissionOver.has(_id));
  const keep = new Set([...unfinished, ...spoken, ...written].map(({ leadId }) => leadId));
  const going = leads.filter(({ _id }) => !keep.has(idOf(_id)));
  if (going.length === 0) return going;
  const { sent, ordered } = await causesOf(
    { messages, effects },
    tenantId,
    going.map(({ _id }) => idOf(_id)),
  );
  const owners = [...[...going, ...all].map(({ _id }) => _id), ...sent, ...ordered];
  const effectsDue = await effects
    .find({ status: 'due', $or: [...keyed(ordered), ...under(owners)] }, { projection: { leadId: 1 } })
    .toArray();
  const due = new Set(effectsDue.map(({ leadId }) => leadId));
  return going.filter(({ _id }) => !due.has(idOf(_id)));
}

function deletionOf(
  submissions: readonly Pick<SubmissionDocument, '_id'>[],
  leads: readonly string[],
): BegunSlice {
  return { phase: 'delete', leads, submissions: submissions.map(({ _id }) => _id) };
}

/** Writes a slice down and returns its number; undefined while another one is being deleted. */
async function begin(
  { retention }: WholeCollections,
  tenantId: string,
  slice: ChosenSlice | BegunSlice,
): Promise<number | undefined> {
  await retention.updateOne({ _id: tenantId }, { $setOnInsert: { n: 0 } }, { upsert: true });
  const begun = await retention.findOneAndUpdate(
    { _id: tenantId, slice: { $exists: false } },
    { $set: { slice }, $inc: { n: 1 } },
    { returnDocument: 'after', projection: { n: 1 } },
  );
  return begun?.n;
}

/**
 * Finishes the slice that was begun, by whichever process, and returns what this deleted; nothing if there is none.
 * Repeatable, also concurrently.
 */
export async function finishBegun(
  at: WholeCollections,
  tenantId: string,
): Promise<Readonly<Record<string, number>>> {
  const state = await at.retention.findOne({ _id: tenantId });
  if (!state?.slice) return {};
  const { n } = state;
  if (state.slice.phase === 'delete') return deleteSlice(at, tenantId, n, state.slice);
  const { gone, deleted } = await deleteUnchanged(at, state.slice);
  const leadIds = gone.map(idOf);
  const submissions = await at.submissions
    .find({ tenantId, leadId: { $in: leadIds } }, { projection: judgedFields })
    .toArray();
  const slice = deletionOf(submissions, gone);
  const next = await at.retention.updateOne(
    { _id: tenantId, n, 'slice.phase': 'choose' },
    { $set: { slice } },
  );
  // Another process was faster and continues.
  if (next.matchedCount === 0) return { leads: deleted };
  return sumOf({ leads: deleted }, await deleteSlice(at, tenantId, n, slice));
}

// A lead that has changed since it was chosen is kept. This is the first step, so that no submission can be added
// afterwards.
async function deleteUnchanged(
  { leads }: WholeCollections,
  { leads: chosen }: ChosenSlice,
): Promise<{ readonly gone: readonly string[]; readonly deleted: number }> {
  const { deletedCount } = await leads.bulkWrite(
    chosen.map(({ key: _id, lastSubmissionId, updatedAt, revision }) => ({
      deleteOne: {
        filter: { _id, lastSubmissionId, updatedAt, revision: revision ?? { $exists: false } },
      },
    })),
    { ordered: false },
  );
  const keys = chosen.map(({ key }) => key);
  const kept = await leads.find({ _id: { $in: keys } }, { projection: { _id: 1 } }).toArray();
  const there = new Set(kept.map(({ _id }) => _id));
  return { gone: keys.filter((key) => !there.has(key)), deleted: deletedCount };
}

async function deleteSlice(
  at: WholeCollections,
  tenantId: string,
  n: number,
  { leads, submissions }: BegunSlice,
): Promise<Readonly<Record<string, number>>> {
  const remove = async (name: string, filters: readonly Document[]) => ({
    [name]: filters.length === 0 ? 0 : (await at.named(name).deleteMany({ $or: [...filters] })).deletedCount,
  });
  const leadIds = leads.map(idOf);
  const ofLeads = leads.length > 0 ? [{ tenantId, leadId: { $in: leadIds } }] : [];
  const { sent, ordered } = await causesOf(at, tenantId, leadIds);
  // What was earned and what came back stays, without what people wrote about it.
  if (leadIds.length > 0) {
    await emptyNotes(at.ledger, tenantId, leadIds);
    await emptyReturnNotes(at.returns, tenantId, leadIds);
  }
  const deleted = sumOf(
    await remove('decisions', under(submissions)),
    await remove('attempts', under([...submissions, ...sent])),
    await remove('effects', under([...submissions, ...leads, ...sent, ...ordered])),
    // After the webhooks about them, which are found through these.
    await remove('effects', keyed([...sent, ...ordered])),
    await remove('files', under(leads)),
    await remove('interactions', ofLeads),
    await remove('conversations', keyed(leadIds.map((id) => keyOf(tenantId, `${id}.sms`)))),
    await remove('messages', keyed(sent)),
    await remove('replays', keyed(submissions)),
    // Last, because the other records are found through these.
    await remove('submissions', keyed(submissions)),
  );
  await at.retention.updateOne({ _id: tenantId, n }, { $unset: { slice: '' } });
  return deleted;
}

/** The keys of the messages of leads and of the effects that a person ordered for them; webhooks about them depend on these. */
async function causesOf(
  { messages, effects }: Pick<WholeCollections, 'messages' | 'effects'>,
  tenantId: string,
  leadIds: readonly string[],
): Promise<{ readonly sent: readonly string[]; readonly ordered: readonly string[] }> {
  if (leadIds.length === 0) return { sent: [], ordered: [] };
  const ofThem = { tenantId, leadId: { $in: [...leadIds] } };
  const keyOnly = { projection: { _id: 1 } } as const;
  const [sent, ordered] = await Promise.all([
    messages.find(ofThem, keyOnly).toArray(),
    effects.find({ ...ofThem, trigger: 'explicit' }, keyOnly).toArray(),
  ]);
  return { sent: sent.map(({ _id }) => _id), ordered: ordered.map(({ _id }) => _id) };
}

function keyed(keys: readonly string[]): readonly { readonly _id: { readonly $in: string[] } }[] {
  return keys.length === 0 ? [] : [{ _id: { $in: [...keys] } }];
}
