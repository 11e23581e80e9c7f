/**
 * Counts the leads of one owner again, because its time zone changed and its periods begin at other instants. What is
 * called a placement here is, of a supplier, a first decision about a lead that it sent:
 *
 * 1. The recount begins, with a lease. From now on no name is opened. What was counted before, and may not be stored
 *    yet, is noted in the recount.
 * 2. A lead whose name is open is counted: its placement is noted in the recount, and then stored, or was before.
 * 3. The stored placements of the new periods are summed in steps, each without those that are noted. After each step
 *    the recount holds the sums and how far they reach.
 * 4. With the last step, one update writes the sums and what is noted, and ends the recount.
 *
 * If its process dies, the lease ends, and the next process continues with the step in which it died.
 */
import { repeat } from '@sluice/concurrency';
import type { CountOwner } from '@sluice/contracts';
import { randomUUID } from 'node:crypto';
import type { Collection, Document } from 'mongodb';
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
import {
  countedLeads,
  type CountedCollections,
  type CountedLeads,
  type Group,
  type OpenName,
} from './counted-leads.js';

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
export interface RecountCollections extends CountedCollections {
  readonly counts: Collection<CountDocument>;
}

/** A process that has not renewed its lease for this long has died, or hangs, and another one takes over. */
const LEASE_MS = 5_000;
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
  { counts, ...collections }: RecountCollections,
  recounting: Recounting,
  settledMs: number,
  inOneStep = IN_ONE_STEP,
): Promise<void> {
  const { tenantId, key, owner } = recounting;
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
  const placements = countedLeads(collections, tenantId, owner);
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

// Sums the next placements. The filter holds if the sums are exact.
async function step(
  placements: CountedLeads,
  begun: Begun,
  read: () => Promise<Begun | null>,
  inOneStep: number,
): Promise<{ readonly filter: Document; readonly update: Document | Document[] }> {
  const { placed, progress } = begun.recount;
  const { next, starts } = progress;
  const end = endOfStep(next, await placements.instantAfter(next, inOneStep));
  const within = { $gte: next, ...(end && { $lt: end }) };
  const noted = placed.filter(({ at }) => at >= next && (!end || at < end));
  const open = placements.mayStand(openNames(begun), within);
  const before = await countedBefore(await placements.counted(open, within), read);
  const apart = [...open.filter(({ name }) => !before.has(name)), ...noted].map(({ name }) => name);
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
// end that was noted since may be among the `counted` ones, but it was noted before it was stored.
async function countedBefore(
  counted: readonly string[],
  read: () => Promise<Begun | null>,
): Promise<ReadonlySet<string>> {
  if (counted.length === 0) return new Set();
  const noted = new Set((await read())?.recount.placed.map(({ name }) => name));
  return new Set(counted.filter((name) => !noted.has(name)));
}

// Whole days of UTC, as many as the step may have; or a part of a day, if that has more.
function endOfStep(next: Date, beyond: Date | undefined): Date | undefined {
  if (!beyond) return undefined;
  const midnight = Math.floor(beyond.getTime() / DAY_MS) * DAY_MS;
  return new Date(Math.max(midnight > next.getTime() ? midnight : beyond.getTime(), next.getTime() + 1));
}

// Their placements may be stored while a step is summed. No names are set aside, since the recount would not have begun.
function openNames({ open }: Begun): readonly OpenName[] {
  return open.flatMap(({ at, opening, names }) => names.map((name) => ({ name, opening, at })));
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
