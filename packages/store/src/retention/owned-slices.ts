/**
 * Deletes decisions, attempts and effects before their submissions are deleted. Their keys start with the submission's,
 * so a slice is read by those keys, and earlier deletions are not read again.
 */
import type { Collection, Document } from 'mongodb';
import type { EffectDocument } from '../effects.js';
import { keyOf } from '../keys.js';
import type { LeadDocument } from '../leads.js';
import type { SubmissionDocument } from '../submissions.js';
import { ulidTime } from '../ulid-time.js';
import { ownerOf, under, withNothingDue } from './dependent-effects.js';
import { isOver, judgedFields, withoutWaitingForPeople, type JudgedSubmission } from './finished.js';
import { lastOf, olderKeys, type SliceEnd } from './range.js';

/** The records that show whether a submission has ended. */
export interface Owners {
  readonly submissions: Collection<SubmissionDocument>;
  readonly leads: Collection<LeadDocument>;
}

/** One slice of a walk. */
export interface Slice {
  readonly tenantId: string;
  readonly before: Date;
  readonly after: string | undefined;
  readonly limit: number;
  /** Called before anything is deleted. */
  readonly announce: () => Promise<void>;
  /** Called before anything that reports count of these leads is deleted. */
  readonly closeReports: (leadKeys: readonly string[]) => Promise<void>;
}

/** Deletes the documents of finished submissions among `limit` documents of `name`, the oldest first. */
export async function deleteOwned(
  collection: Collection<{ readonly _id: string } & Document>,
  owners: Owners,
  { tenantId, before, after, limit, announce, closeReports }: Slice,
): Promise<SliceEnd> {
  const found = await collection
    .find({ _id: olderKeys(tenantId, 'sub_', before, after) }, { projection: { _id: 1 } })
    .sort({ _id: 1 })
    .limit(limit)
    .toArray();
  const keys = found.map(({ _id }) => _id);
  const finished = await finishedAmong(owners, [...new Set(keys.map(ownerOf))], before);
  const old = keys.filter((key) => finished.has(ownerOf(key)));
  if (old.length > 0) await announce();
  // Whether a lead passed qualification stands there.
  if (collection.collectionName === 'decisions')
    await closeReports([...new Set(old.flatMap((key) => finished.get(ownerOf(key)) ?? []))]);
  const deleted = old.length === 0 ? 0 : (await collection.deleteMany({ _id: { $in: old } })).deletedCount;
  return { deleted: { [collection.collectionName]: deleted }, after: lastOf(keys, limit) };
}

// The lead of each submission that is finished. Documents whose submission no longer exists were left behind, and are
// deleted too.
async function finishedAmong(
  { submissions, leads }: Owners,
  keys: readonly string[],
  before: Date,
): Promise<ReadonlyMap<string, string | undefined>> {
  const found = await submissions.find({ _id: { $in: [...keys] } }, { projection: judgedFields }).toArray();
  const over = found.filter((one): one is typeof one & JudgedSubmission => isOver(one, before));
  const finished = new Map(
    (await withoutWaitingForPeople(leads, over)).map(
      ({ _id, tenantId, leadId }) => [_id, keyOf(tenantId, leadId)] as const,
    ),
  );
  const there = new Set(found.map(({ _id }) => _id));
  return new Map(
    keys
      .filter((key) => finished.has(key) || !there.has(key))
      .map((key) => [key, finished.get(key)] as const),
  );
}

/** If the leads of one slice have more ordered effects than this, the rest waits for the next pass. */
const AT_ONCE = 1_000;

/**
 * Deletes effects that a person ordered and that ended before `before`, for some leads after the lead `after`, with the
 * webhooks about them. They are found by their leads, which are older than the effects. An effect is kept until the
 * webhooks about it are over.
 */
export async function deleteOrdered(
  effects: Collection<EffectDocument>,
  { tenantId, before, after = '', limit, announce }: Slice,
): Promise<SliceEnd> {
  const ordered = { tenantId, trigger: 'explicit' };
  const found = await effects
    .find(
      { ...ordered, leadId: { $gt: after, $lt: `lead_${ulidTime(before.getTime())}` } },
      { projection: { leadId: 1 } },
    )
    .sort({ tenantId: 1, leadId: 1 })
    .limit(limit)
    .toArray();
  const leadIds = [...new Set(found.map(({ leadId }) => leadId))];
  const ended = await effects
    .find(
      { ...ordered, leadId: { $in: leadIds }, status: { $ne: 'due' }, endedAt: { $lt: before } },
      { projection: { _id: 1 } },
    )
    .limit(AT_ONCE)
    .toArray();
  const keys = await withNothingDue(
    effects,
    ended.map(({ _id }) => _id),
  );
  const next = lastOf(
    found.map(({ leadId }) => leadId),
    limit,
  );
  if (keys.length === 0) return { deleted: {}, after: next };
  await announce();
  // The ordered effects last, because the others are found through them.
  const dependent = await effects.deleteMany({ $or: [...under(keys)], status: { $ne: 'due' } });
  const gone = await effects.deleteMany({ _id: { $in: [...keys] } });
  return { deleted: { effects: dependent.deletedCount + gone.deletedCount }, after: next };
}
