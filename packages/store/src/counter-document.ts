/**
 * A counter as stored, and its changes. Each change is one guarded update, so that a cap is never exceeded and two
 * workers with the same job hold one slot.
 */
import type { CountedPeriod } from '@sluice/contracts';
import type { Document } from 'mongodb';

/** A counter as stored; its key names owner, type and local period. */
export interface CounterDocument extends CountedPeriod {
  readonly _id: string;
  readonly tenantId: string;
  /** Names of reservations that are neither confirmed nor released. */
  readonly open: readonly string[];
  readonly confirmed: number;
  /**
   * Confirmed names whose submissions may not have ended completely. A late worker does not open them again, so that a
   * repeated end does not count its lead twice.
   */
  readonly settled?: readonly string[];
  /**
   * The open names it was founded with: each becomes a placement if its lead is placed. Any other name that is still
   * open after its lead was placed was reserved too late and counts nothing.
   */
  readonly carried?: readonly string[];
  /** Since when it counts every placement. Absent until then, and no slot is granted before. */
  readonly foundedAt?: Date;
  /**
   * The process that is founding it: since when, and when it was last seen alive (`at`). `since` is absent if an earlier
   * release began it.
   */
  readonly founding?: { readonly by: string; readonly since?: Date; readonly at: Date };
  /** When the counter may be dropped; absent for a lifetime. */
  readonly expiresAt?: Date;
}

/** The conditions under which a counter's numbers are valid. */
export interface Founded {
  readonly periodStart: Date | undefined;
  /** The earliest time at which it must have been founded. */
  readonly notBefore: Date;
}

/** A request to a counter for several names at once. */
export interface Asked extends Founded {
  readonly cap: number;
  readonly maxOpen: number;
  /** Names that stand for the same leads as the requested ones: while open, they do not reduce the room. */
  readonly sparing: readonly string[];
}

const settledNames = { $ifNull: ['$settled', []] };

/** Grants as many of the names as are free and not yet held; none if the counter is not founded as requested. */
export function grantUpdate(names: readonly string[], asked: Asked): Document[] {
  return openUpdate(names, asked, {
    $cond: [{ $gt: ['$$free', 0] }, { $concatArrays: ['$open', { $slice: ['$$fresh', '$$free'] }] }, '$open'],
  });
}

/**
 * Grants all of the names that are not yet held, or fails as a whole: if they are not all free, or the counter is not
 * founded as requested. Made with `upsert`, it fails for a missing counter as well.
 */
export function grantAllUpdate(names: readonly string[], asked: Asked): Document[] {
  return openUpdate(names, asked, {
    $cond: [
      { $lte: [{ $size: '$$fresh' }, '$$free'] },
      { $concatArrays: ['$open', '$$fresh'] },
      // The only way to refuse in an update: a conversion that fails, and only when it is evaluated.
      { $toInt: { $concat: ['no room in ', '$_id'] } },
    ],
  });
}

// Sets the open names to `granted`, an expression over `$$fresh`, the names that are not held, and `$$free`, the number
// of free slots.
function openUpdate(
  names: readonly string[],
  { cap, maxOpen, sparing, ...founded }: Asked,
  granted: Document,
): Document[] {
  const open = { $ifNull: ['$open', []] };
  const fresh = { $setDifference: [{ $setDifference: [{ $literal: names }, open] }, settledNames] };
  const used = { $add: ['$confirmed', { $size: '$open' }] };
  const spared = { $size: { $setIntersection: ['$open', { $literal: sparing }] } };
  const room = { $min: [{ $add: [{ $literal: cap }, spared] }, { $add: ['$confirmed', maxOpen] }] };
  const free = { $cond: [isFounded(founded), { $subtract: [room, used] }, 0] };
  return [{ $set: { open: { $let: { vars: { fresh, free }, in: granted } } } }];
}

function isFounded({ periodStart, notBefore }: Founded): Document {
  return {
    $and: [
      { $gte: [{ $ifNull: ['$foundedAt', new Date(-1)] }, notBefore] },
      { $eq: [{ $ifNull: ['$periodStart', null] }, periodStart ?? null] },
    ],
  };
}

/** The filter for a counter that is not founded as requested. */
export function notFounded({ periodStart, notBefore }: Founded): Document {
  return {
    $or: [
      { foundedAt: { $exists: false } },
      { foundedAt: { $lt: notBefore } },
      { periodStart: { $ne: periodStart ?? null } },
    ],
  };
}

/**
 * Removes names from the open ones, and counts those of them that are confirmed. `ended` are names confirmed earlier
 * whose submissions have ended since.
 */
export function settleUpdate(
  confirmed: readonly string[],
  released: readonly string[],
  ended: readonly string[],
): Document[] {
  const settled = { $literal: [...confirmed, ...released] };
  return [
    {
      $set: {
        confirmed: {
          $add: ['$confirmed', { $size: { $setIntersection: ['$open', { $literal: confirmed }] } }],
        },
        open: { $setDifference: ['$open', settled] },
        carried: { $setDifference: [{ $ifNull: ['$carried', []] }, settled] },
        settled: {
          $setUnion: [{ $setDifference: [settledNames, { $literal: ended }] }, { $literal: confirmed }],
        },
      },
    },
  ];
}

/** How much of a counter is used. */
export interface CounterUse {
  readonly _id: string;
  readonly confirmed: number;
  readonly openCount: number;
}

/** A counter as a caller sees it that requested names. */
export interface SeenCounter extends CounterUse, Pick<CounterDocument, 'foundedAt' | 'periodStart'> {
  /** Which of the requested names are open or settled. */
  readonly held: readonly string[];
  readonly sparedCount: number;
}

// A busy counter has thousands of open names, so a caller that requests a few receives only those.
export const howFull = { confirmed: 1, openCount: { $size: '$open' } };

/** The projection of a counter for a caller that requested `names`. */
export function seenBy(names: readonly string[], sparing: readonly string[]): Document {
  return {
    ...howFull,
    foundedAt: 1,
    periodStart: 1,
    held: { $setIntersection: [{ $concatArrays: ['$open', settledNames] }, { $literal: names }] },
    sparedCount: { $size: { $setIntersection: ['$open', { $literal: sparing }] } },
  };
}

/** The result for one name: held, or why not. */
export type CounterAnswer = 'held' | 'full' | 'too_many_open' | 'not_founded' | 'missing';

/** Derives the result for `name` from the counter as it is after the update. */
export function answerFor(
  counter: SeenCounter | null,
  name: string,
  { cap, periodStart, notBefore }: Omit<Asked, 'maxOpen'>,
): CounterAnswer {
  if (!counter) return 'missing';
  if (counter.held.includes(name)) return 'held';
  const { foundedAt } = counter;
  const samePeriod = counter.periodStart?.getTime() === periodStart?.getTime();
  if (!foundedAt || foundedAt < notBefore || !samePeriod) return 'not_founded';
  return hasRoom(counter, cap) ? 'too_many_open' : 'full';
}

/** Whether a counter has a slot left under `cap` for a lead that is not hindered by the spared ones. */
export function hasRoom({ confirmed, openCount, sparedCount }: SeenCounter, cap: number): boolean {
  return confirmed + openCount - sparedCount < cap;
}
