/**
 * Placements whose submissions were deleted. A lifetime cap still counts them, so their number is kept by campaign and
 * by client. The cap of any shorter period is founded on submissions that are too young to be deleted.
 */
import type { CounterOwner } from '@sluice/contracts';
import type { Collection } from 'mongodb';
import { isDuplicateKey } from '../duplicate-key.js';
import { keyOf } from '../keys.js';
import type { Placement } from '../submissions.js';
import type { BegunSlice, RetentionDocument } from './retention-document.js';

/** How many placements of one owner were deleted, under `campaign.CODE` or `client.ID`. */
export interface ForgottenPlacementsDocument {
  readonly _id: string;
  readonly tenantId: string;
  readonly count: number;
  /** The number of the slice that was added last. Each slice counts once, however often it is added. */
  readonly upTo: number;
}

/** The collections of deleted placements. */
export interface ForgottenPlacements {
  readonly retention: Collection<RetentionDocument>;
  readonly forgotten: Collection<ForgottenPlacementsDocument>;
}

/** The key under which an owner's deleted placements are counted. */
function ownerName(owner: CounterOwner): string {
  return 'campaignId' in owner ? `campaign.${owner.campaignId}` : `client.${owner.clientId}`;
}

/** How many of `placements` count for each owner, in the form stored in a slice. */
export function countByOwner(placements: readonly Placement[]): BegunSlice['placed'] {
  const counts = new Map<string, number>();
  for (const { campaignId, clientId } of placements) {
    for (const owner of [ownerName({ campaignId }), ownerName({ clientId })])
      counts.set(owner, (counts.get(owner) ?? 0) + 1);
  }
  return [...counts].map(([owner, count]) => ({ owner, count }));
}

/** Adds the placements that slice `n` deletes. Repeatable, also by a process that is late. */
export async function addForgotten(
  forgotten: Collection<ForgottenPlacementsDocument>,
  tenantId: string,
  n: number,
  placed: BegunSlice['placed'],
): Promise<void> {
  for (const { owner, count } of placed) {
    try {
      await forgotten.updateOne(
        { _id: keyOf(tenantId, owner), upTo: { $lt: n } },
        { $inc: { count }, $set: { tenantId, upTo: n } },
        { upsert: true },
      );
    } catch (error) {
      // The upsert found a count that already includes this slice or a later one.
      if (!isDuplicateKey(error)) throw error;
    }
  }
}

/** The count to add to the existing submissions, and the submissions that it already includes. */
interface Forgotten {
  readonly count: number;
  readonly apart: readonly string[];
}

/**
 * Counts an owner's placements of all times: what `countThere` finds, without the submissions of a slice being deleted,
 * plus what was deleted before. Repeats if a slice begins or ends in between, so that every placement counts exactly
 * once.
 */
export async function withForgotten(
  at: ForgottenPlacements,
  tenantId: string,
  owner: CounterOwner,
  countThere: (apart: readonly string[]) => Promise<number>,
): Promise<number> {
  for (;;) {
    const before = await at.retention.findOne({ _id: tenantId });
    const { count, apart } = await forgottenAt(at, tenantId, owner, before);
    const there = await countThere(apart);
    const after = await at.retention.findOne({ _id: tenantId }, { projection: { n: 1, 'slice.phase': 1 } });
    if (before?.n === after?.n && before?.slice?.phase === after?.slice?.phase) return there + count;
  }
}

async function forgottenAt(
  { forgotten }: ForgottenPlacements,
  tenantId: string,
  owner: CounterOwner,
  state: RetentionDocument | null,
): Promise<Forgotten> {
  if (!state) return { count: 0, apart: [] };
  const name = ownerName(owner);
  const kept = await forgotten.findOne({ _id: keyOf(tenantId, name) });
  const count = kept?.count ?? 0;
  const { slice, n } = state;
  if (slice?.phase !== 'delete') return { count, apart: [] };
  const isAdded = (kept?.upTo ?? 0) >= n;
  const inSlice = slice.placed.find((one) => one.owner === name)?.count ?? 0;
  return { count: isAdded ? count : count + inSlice, apart: slice.submissions };
}
