/**
 * Counts the placements of one owner again, because its time zone changed and its periods begin at other instants:
 *
 * 1. The recount begins, with a lease. From now on no name is opened. What was counted before, and may not be stored
 *    yet, is noted in the recount.
 * 2. A lead whose name is open ends: its placement is noted in the recount, and then stored.
 * 3. The stored placements of the new periods are summed in steps, each without those that are noted. After each step
 *    the recount holds the sums and how far they reach.
 * 4. With the last step, one update writes the sums and what is noted, and ends the recount.
 *
 * If its process dies, the lease ends, and the next process continues with the step in which it died.
 */
import { repeat } from '@sluice/concurrency';
import { countName, slotFromName, type CountOwner, type SupplierOwner } from '@sluice/contracts';
import { randomUUID } from 'node:crypto';
import type { Collection, Document } from 'mongodb';
import { keyOf } from '../driver/keys.js';
import type { SubmissionDocument } from '../submissions/submission-document.js';
import {
  nothing,
  turning,
  type CountDocument,
  type PeriodStarts,
  type Placed,
  type PlacedSums,
  type Recount,
  type RecountProgress,
} from './count-document.js';

/** The count to make anew. */
export interface Recounting {
  readonly tenantId: string;
  readonly key: string;
  readonly owner: Exclude<CountOwner, SupplierOwner>;
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
/** The database gives up a query of a step after this time. */
const QUERY_MS = 5_000;
/** Placements in one step; summing them takes a fraction of a second. */
const IN_ONE_STEP = 10_000;
const DAY_MS = 86_400_000;

/** A count whose placements this process counts. */
type Begun = Pick<CountDocument, 'open'> & {
  readonly recount: Recount & { readonly progress: RecountProgress };
};
const begunFields = { open: 1, recount: 1 } as const;

/**
 * Recounts, or continues a recount, unless another process does, or the time zone changed in the last `settledMs`: until
 * then processes may still ask by the one before. A step reads `inOneStep` placements, and more only if they count at
 * the same instant. What fails is continued by the next call once the lease is over.
 */
export async function recount(
  { counts, submissions }: RecountCollections,
  recounting: Recounting,
  settledMs: number,
  inOneStep = IN_ONE_STEP,
): Promise<void> {
  const { key } = recounting;
  const by = randomUUID();
  let begun = await begin(counts, recounting, by, settledMs);
  if (!begun) return;
  const mine = { _id: key, 'recount.by': by };
  const lease = repeat({
    what: 'keeping the lease of a recount',
    run: () => counts.updateOne(mine, [{ $set: { 'recount.until': leaseEnd } }]),
    everyMs: LEASE_MS / 5,
    withinMs: LEASE_MS,
  });
  const placements = placementsOf(submissions, recounting);
  // Nothing is found once the recount has ended, or another process has taken it over.
  const read = () => counts.findOne<Begun>(mine, { projection: begunFields });
  try {
    // What is open and noted is read before each step.
    for (; begun; begun = await read()) {
      const { filter, update } = await step(placements, begun, read, inOneStep);
      await counts.updateOne({ ...mine, ...filter }, update);
    }
  } finally {
    await lease.stop();
  }
}

const leaseEnd = { $add: ['$$NOW', LEASE_MS] };

async function begin(
  counts: Collection<CountDocument>,
  { key, zone, starts }: Recounting,
  by: string,
  settledMs: number,
): Promise<Begun | null> {
  const isFree = { $lt: [{ $ifNull: ['$recount.until', new Date(0)] }, '$$NOW'] };
  const isSettled = { $lt: [{ $add: [{ $ifNull: ['$zoneSince', new Date(0)] }, settledMs] }, '$$NOW'] };
  const earliest = new Date(Math.min(...turning.map((type) => starts[type].getTime())));
  const progress: RecountProgress = { zone, starts, next: earliest, summed: sumsOf(() => nothing) };
  const isSameZone = { $eq: ['$recount.progress.zone', { $literal: zone }] };
  const begun = await counts.findOneAndUpdate(
    // One that a dead process began is finished, whatever time zone is asked for now: for the same one it is continued,
    // for another it begins again, and what ended since then is stored or still among the counted names.
    {
      _id: key,
      $or: [
        { zone: { $ne: zone }, 'aside.0': { $exists: false }, $expr: isSettled },
        { recount: { $exists: true } },
      ],
      $expr: isFree,
    },
    [
      {
        $set: {
          'recount.by': by,
          'recount.until': leaseEnd,
          'recount.placed': { $cond: [isSameZone, '$recount.placed', '$taken'] },
          'recount.progress': { $cond: [isSameZone, '$recount.progress', { $literal: progress }] },
        },
      },
    ],
    { returnDocument: 'after', projection: begunFields },
  );
  return begun as Begun | null;
}

/** The stored placements that count for an owner. */
interface Placements {
  /** When the one counts that `number` others precede, of those from `from` on; undefined if there is none. */
  readonly instantAfter: (from: Date, number: number) => Promise<Date | undefined>;
  /** Those of the names whose submissions are stored as placed. */
  readonly stored: (within: Document, names: readonly string[]) => Promise<readonly string[]>;
  /** Adds them up by currency, without the submissions of these names. */
  readonly sum: (
    within: Document,
    starts: PeriodStarts,
    apart: readonly string[],
  ) => Promise<readonly Group[]>;
}

// The sums of one currency, or of placements that earned nothing: `daily`, `dailyMinor`, and so on.
type Group = Readonly<Record<string, number>> & { readonly _id: string | null };

function placementsOf(
  submissions: Collection<SubmissionDocument>,
  { tenantId, owner }: Recounting,
): Placements {
  const isClient = 'clientId' in owner;
  const field = isClient ? 'placement.clientId' : 'placement.campaignId';
  const id = isClient ? owner.clientId : 'group' in owner ? owner.memberId : owner.campaignId;
  const indexed = { tenantId, [field]: id };
  const whose = { ...indexed, ...('group' in owner && { 'placement.groupCount': countName(owner) }) };
  const keyOfName = (name: string) => keyOf(tenantId, slotFromName(name).submissionId);
  // Left to choose, the database also tries the index of ids between thousands of them.
  const options = { hint: { tenantId: 1, [field]: 1, 'placement.at': 1 }, maxTimeMS: QUERY_MS } as const;
  return {
    async instantAfter(from, number) {
      const [found] = await submissions
        .find(
          { ...indexed, 'placement.at': { $gte: from } },
          { ...options, projection: { _id: 0, 'placement.at': 1 } },
        )
        .sort({ 'placement.at': 1 })
        .skip(number)
        .limit(1)
        .toArray();
      return found?.placement?.at;
    },
    async stored(within, names) {
      if (names.length === 0) return [];
      const found = await submissions
        .find(
          { ...whose, _id: { $in: names.map(keyOfName) }, 'placement.at': within },
          { hint: { _id: 1 }, maxTimeMS: QUERY_MS, projection: { _id: 1 } },
        )
        .toArray();
      const keys = new Set(found.map(({ _id }) => _id));
      return names.filter((name) => keys.has(keyOfName(name)));
    },
    sum: (within, starts, apart) =>
      submissions
        .aggregate<Group>(
          [
            {
              $match: {
                ...whose,
                'placement.at': within,
                ...(apart.length > 0 && { _id: { $nin: apart.map(keyOfName) } }),
              },
            },
            { $group: { _id: '$placement.amount.currency', ...sumsSince(starts) } },
          ],
          options,
        )
        .toArray(),
  };
}

function sumsSince(starts: PeriodStarts): Document {
  return Object.fromEntries(
    turning.flatMap((type) => {
      const since = (what: Document | number) => ({
        $sum: { $cond: [{ $gte: ['$placement.at', starts[type]] }, what, 0] },
      });
      return [
        [type, since(1)],
        [`${type}Minor`, since({ $ifNull: ['$placement.amount.minor', 0] })],
      ];
    }),
  );
}

// Sums the next placements. The filter holds if the sums are exact.
async function step(
  placements: Placements,
  begun: Begun,
  read: () => Promise<Begun | null>,
  inOneStep: number,
): Promise<{ readonly filter: Document; readonly update: Document | Document[] }> {
  const { placed, progress } = begun.recount;
  const { next, starts } = progress;
  const end = endOfStep(next, await placements.instantAfter(next, inOneStep));
  const within = { $gte: next, ...(end && { $lt: end }) };
  const isWithin = ({ at }: { readonly at: Date }) => at >= next && (!end || at < end);
  const namesWithin = (names: typeof placed) => names.filter(isWithin).map(({ name }) => name);
  const open = namesWithin(openNames(begun));
  const before = await countedBefore(await placements.stored(within, open), read);
  const apart = [...open.filter((name) => !before.has(name)), ...namesWithin(placed)];
  const summed = added(progress.summed, await placements.sum(within, starts, apart));
  return {
    // The sums may or may not have what was placed meanwhile at another time than its name was opened.
    filter: { 'recount.placed': { $not: { $elemMatch: { at: within, name: { $nin: apart } } } } },
    update: end
      ? { $set: { 'recount.progress.summed': summed, 'recount.progress.next': end } }
      : endUpdate({ ...progress, summed }),
  };
}

// Those of the open names that were counted before the recount: a worker that lost to another one has left them there. An
// end that was noted since may be among the `stored` ones, but it was noted before it was stored.
async function countedBefore(
  stored: readonly string[],
  read: () => Promise<Begun | null>,
): Promise<ReadonlySet<string>> {
  if (stored.length === 0) return new Set();
  const noted = new Set((await read())?.recount.placed.map(({ name }) => name));
  return new Set(stored.filter((name) => !noted.has(name)));
}

// Whole days of UTC, as many as the step may have; or a part of a day, if that has more.
function endOfStep(next: Date, beyond: Date | undefined): Date | undefined {
  if (!beyond) return undefined;
  const midnight = Math.floor(beyond.getTime() / DAY_MS) * DAY_MS;
  return new Date(Math.max(midnight > next.getTime() ? midnight : beyond.getTime(), next.getTime() + 1));
}

// Their placements may be stored while a step is summed. No names are set aside, since the recount would not have begun.
function openNames({ open }: Begun): readonly { readonly name: string; readonly at: Date }[] {
  return open.flatMap(({ at, names }) => names.map((name) => ({ name, at })));
}

function sumsOf(of: (type: keyof PlacedSums) => Placed): PlacedSums {
  return { hourly: of('hourly'), daily: of('daily'), weekly: of('weekly'), monthly: of('monthly') };
}

function added(before: PlacedSums, groups: readonly Group[]): PlacedSums {
  return sumsOf((type) => {
    const money: Record<string, number> = { ...before[type].money };
    for (const { _id: currency, [`${type}Minor`]: minor = 0 } of groups)
      if (currency !== null) money[currency] = (money[currency] ?? 0) + minor;
    return { placed: groups.reduce((sum, group) => sum + (group[type] ?? 0), before[type].placed), money };
  });
}

function endUpdate({ zone, starts, summed }: RecountProgress): Document[] {
  const periods = turning.map((type) => [type, withNoted(starts[type], summed[type])] as const);
  return [
    { $set: { zone: { $literal: zone }, zoneSince: '$$NOW', ...Object.fromEntries(periods) } },
    { $unset: 'recount' },
  ];
}

// A period with the sums of its stored placements, and those that are noted.
function withNoted(start: Date, { placed, money }: Placed): Document {
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
