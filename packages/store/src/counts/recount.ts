/**
 * Counts the placements of one owner again, because its time zone changed and its periods begin at other instants:
 *
 * 1. The recount begins, with a lease. From now on no name is opened. The names that are open or taken now are known.
 * 2. A lead of those ends: its placement is noted in the recount.
 * 3. The stored placements of each new period are counted, without the submissions of those names.
 * 4. One update writes these numbers, adds what step 2 noted, and ends the recount. If its process died, the lease ends
 *    and the next process begins again at 1.
 */
import { repeat } from '@sluice/concurrency';
import { countName, slotFromName, type CountOwner } from '@sluice/contracts';
import { randomUUID } from 'node:crypto';
import type { Collection, Document } from 'mongodb';
import { keyOf } from '../driver/keys.js';
import type { SubmissionDocument } from '../submissions/submission-document.js';
import {
  turning,
  type CountDocument,
  type PeriodStarts,
  type Placed,
  type PlacedName,
} from './count-document.js';

/** The count to make anew. */
export interface Recounting {
  readonly tenantId: string;
  readonly key: string;
  readonly owner: CountOwner;
  /** The new time zone, and when the running periods began there. */
  readonly zone: string;
  readonly starts: PeriodStarts;
}

/** The collections of a recount. */
export interface RecountCollections {
  readonly counts: Collection<CountDocument>;
  readonly submissions: Collection<SubmissionDocument>;
}

/** A process that has not renewed its lease for this long has died, or hangs, and another one takes over. */
const LEASE_MS = 5_000;

type Turning = (typeof turning)[number];

/**
 * Recounts unless another process does, or the time zone changed in the last `settledMs`: until then processes may still
 * ask by the one before.
 */
export async function recount(
  { counts, submissions }: RecountCollections,
  recounting: Recounting,
  settledMs: number,
): Promise<void> {
  const { key, zone, starts } = recounting;
  const by = randomUUID();
  const begun = await begin(counts, recounting, by, settledMs);
  if (!begun) return;
  const lease = repeat({
    what: 'keeping the lease of a recount',
    run: () => counts.updateOne({ _id: key, 'recount.by': by }, [{ $set: { 'recount.until': leaseEnd } }]),
    everyMs: LEASE_MS / 5,
    withinMs: LEASE_MS,
  });
  try {
    const stored = await placedSince(submissions, recounting, [...openNames(begun), ...begun.taken]);
    const periods = turning.map(
      (type) =>
        [type, { start: starts[type], ...withTaken(stored[type], begun.taken, starts[type]) }] as const,
    );
    await counts.updateOne({ _id: key, 'recount.by': by }, [
      {
        $set: {
          zone: { $literal: zone },
          zoneSince: '$$NOW',
          ...Object.fromEntries(periods.map(([type, placed]) => [type, withMeanwhile(placed)])),
        },
      },
      { $unset: 'recount' },
    ]);
  } finally {
    await lease.stop();
  }
}

// No names are set aside, since the recount would not have begun.
function openNames({ open }: CountDocument): readonly { readonly name: string }[] {
  return open.flatMap(({ names }) => names.map((name) => ({ name })));
}

const leaseEnd = { $add: ['$$NOW', LEASE_MS] };

async function begin(
  counts: Collection<CountDocument>,
  { key, zone }: Recounting,
  by: string,
  settledMs: number,
): Promise<CountDocument | null> {
  const isFree = { $lt: [{ $ifNull: ['$recount.until', new Date(0)] }, '$$NOW'] };
  const isSettled = { $lt: [{ $add: [{ $ifNull: ['$zoneSince', new Date(0)] }, settledMs] }, '$$NOW'] };
  return counts.findOneAndUpdate(
    // One that a dead process began is finished, whatever time zone is asked for now.
    {
      _id: key,
      $or: [
        { zone: { $ne: zone }, 'aside.0': { $exists: false }, $expr: isSettled },
        { recount: { $exists: true } },
      ],
      $expr: isFree,
    },
    [{ $set: { recount: { by, until: leaseEnd, placed: [] } } }],
    { returnDocument: 'after' },
  );
}

// What is stored of each running period, without the names in `apart`. Only their placements are written meanwhile.
async function placedSince(
  submissions: Collection<SubmissionDocument>,
  { tenantId, owner, starts }: Recounting,
  apart: readonly { readonly name: string }[],
): Promise<Readonly<Record<Turning, Placed>>> {
  const whose = placementsOf(owner);
  const earliest = new Date(Math.min(...turning.map((type) => starts[type].getTime())));
  const since = (type: Turning, what: Document | number) => ({
    $sum: { $cond: [{ $gte: ['$placement.at', starts[type]] }, what, 0] },
  });
  const sums = turning.flatMap((type) => [
    [type, since(type, 1)] as const,
    [`${type}Minor`, since(type, { $ifNull: ['$placement.amount.minor', 0] })] as const,
  ]);
  const groups = await submissions
    .aggregate<Record<string, number> & { readonly _id: string | null }>([
      {
        $match: {
          tenantId,
          ...whose,
          'placement.at': { $gte: earliest },
          _id: { $nin: apart.map(({ name }) => keyOf(tenantId, slotFromName(name).submissionId)) },
        },
      },
      { $group: { _id: '$placement.amount.currency', ...Object.fromEntries(sums) } },
    ])
    .toArray();
  const placed = (type: Turning): Placed => ({
    placed: groups.reduce((sum, group) => sum + (group[type] ?? 0), 0),
    money: Object.fromEntries(
      groups.flatMap((group) => (group._id === null ? [] : [[group._id, group[`${type}Minor`] ?? 0]])),
    ),
  });
  return {
    hourly: placed('hourly'),
    daily: placed('daily'),
    weekly: placed('weekly'),
    monthly: placed('monthly'),
  };
}

function placementsOf(owner: CountOwner): Document {
  if ('group' in owner)
    return { 'placement.campaignId': owner.memberId, 'placement.groupCount': countName(owner) };
  return 'campaignId' in owner
    ? { 'placement.campaignId': owner.campaignId }
    : { 'placement.clientId': owner.clientId };
}

// Those counted before the recount whose ends may not be stored yet.
function withTaken({ placed, money }: Placed, taken: readonly PlacedName[], start: Date): Placed {
  const counted = taken.filter(({ at }) => at >= start);
  const sums: Record<string, number> = { ...money };
  for (const { amount } of counted)
    if (amount) sums[amount.currency] = (sums[amount.currency] ?? 0) + amount.minor;
  return { placed: placed + counted.length, money: sums };
}

// Those counted during the recount; they were on their way when it began.
function withMeanwhile({ start, placed, money }: Placed & { readonly start: Date }): Document {
  const counted = { $filter: { input: '$recount.placed', cond: { $gte: ['$$this.at', start] } } };
  const currency = '$$this.amount.currency';
  const sum = {
    $add: [{ $ifNull: [{ $getField: { field: currency, input: '$$value' } }, 0] }, '$$this.amount.minor'],
  };
  const earned = {
    $reduce: {
      input: { $filter: { input: counted, cond: { $ne: [{ $type: '$$this.amount' }, 'missing'] } } },
      initialValue: { $literal: money },
      in: { $mergeObjects: ['$$value', { $arrayToObject: [[{ k: currency, v: sum }]] }] },
    },
  };
  return { start, placed: { $add: [placed, { $size: counted }] }, money: earned };
}
