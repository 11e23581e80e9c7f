/**
 * The updates that open names in a count. Each is one update, so that no limit is exceeded and two workers with the same
 * job hold one slot.
 */
import type { Document } from 'mongodb';
import {
  emptyCount,
  nothing,
  turning,
  type Opened,
  type Opening,
  type TurningType,
} from './count-document.js';
import { openAmong, refusal, sumOfOpenings, usedOf } from './count-expressions.js';

/** Names that are opened together. */
export type Opens = Pick<Opened, 'opening' | 'at' | 'names'>;

/**
 * The filter for a count in which names may be opened now. Made with `upsert`, an update fails for a count that exists
 * and does not match.
 */
function mayOpen({ key, zone, starts }: Opening): Document {
  const running = turning.map((type) => [`${type}.start`, { $not: { $gt: starts[type] } }] as const);
  return { _id: key, zone, recount: { $exists: false }, ...Object.fromEntries(running) };
}

/** Opens all of the names, or fails as a whole if there is no room for all of them or another period begins. */
export function openAll(
  tenantId: string,
  opens: readonly Opens[],
  asked: Opening,
): { readonly filter: Document; readonly update: Document | Document[] } {
  if (asked.limits.length === 0) return openUnlimited(tenantId, opens, asked);
  const names = opens.flatMap((one) => one.names);
  const isRoom = { $gte: [roomFor(names.length, asked, asked.except, sumOfOpenings), names.length] };
  const opened = { $concatArrays: ['$open', opens.map((one) => storedOpening(one, asked))] };
  return {
    filter: mayOpen(asked),
    update: [turned(tenantId, asked), { $set: { open: { $cond: [isRoom, opened, refusal('no room')] } } }],
  };
}

// Without a limit nothing has to be looked at, which is most of what the other update costs.
function openUnlimited(tenantId: string, opens: readonly Opens[], asked: Opening) {
  const { key, zone, starts } = asked;
  const { lifetime, taken } = emptyCount(tenantId, asked);
  const periods = turning.flatMap((type) => [[`${type}.placed`, 0] as const, [`${type}.money`, {}] as const]);
  return {
    filter: {
      _id: key,
      zone,
      recount: { $exists: false },
      ...Object.fromEntries(turning.map((type) => [`${type}.start`, starts[type]])),
    },
    update: {
      $push: {
        open: { $each: opens.map(({ opening, at, names }) => withAmount({ opening, at, names }, asked)) },
      },
      $setOnInsert: { tenantId, lifetime, taken, ...Object.fromEntries(periods) },
    },
  };
}

/**
 * Opens as many of the names as there is room for. Those that are open already come first, whatever room there is, since
 * another worker with the same job may have recorded a decision that rests on it; then those that were opened in an
 * earlier period, then the others in their order.
 */
export function openSome(
  tenantId: string,
  opens: readonly Opens[],
  asked: Opening,
): { readonly filter: Document; readonly update: Document[] } {
  const names = opens.flatMap((one) => one.names).toSorted();
  // No period begins later than the hour.
  const kept = openAmong(names, asked.starts.hourly);
  const others = {
    $filter: { input: { $literal: names }, cond: { $not: [{ $in: ['$$this', '$$known'] }] } },
  };
  const inOrder = { $concatArrays: ['$$kept', { $setDifference: ['$$known', '$$kept'] }, others] };
  const number = { $max: [{ $size: '$$kept' }, roomFor(names.length, asked, [...asked.except, ...names])] };
  const granted = { $cond: [{ $gt: [number, 0] }, { $slice: [inOrder, { $max: [1, number] }] }, []] };
  const opened = opens.map((one) => ({
    $mergeObjects: [
      storedOpening(one, asked),
      { names: { $setIntersection: [{ $literal: one.names }, '$$granted'] } },
    ],
  }));
  const withNames = { $filter: { input: opened, cond: { $ne: ['$$this.names', []] } } };
  return {
    filter: mayOpen(asked),
    update: [
      turned(tenantId, asked),
      {
        $set: {
          open: {
            $let: {
              vars: { known: openAmong(names), kept },
              in: { $let: { vars: { granted }, in: { $concatArrays: ['$open', withNames] } } },
            },
          },
        },
      },
    ],
  };
}

function storedOpening(opens: Opens, asked: Opening): Document {
  return { $literal: withAmount(opens, asked) };
}

function withAmount(opens: Opens, { expected }: Opening): Opened {
  return { ...opens, amount: expected };
}

function turned(tenantId: string, { starts }: Opening): Document {
  return {
    $set: {
      tenantId,
      lifetime: { $ifNull: ['$lifetime', { $literal: nothing }] },
      open: { $ifNull: ['$open', []] },
      taken: { $ifNull: ['$taken', []] },
      ...Object.fromEntries(turning.map((type) => [type, turnedTo(type, starts[type])])),
    },
  };
}

// A stored period moves forward only; the filter keeps out who asks for an earlier one.
function turnedTo(type: TurningType, start: Date): Document {
  return { $cond: [{ $lt: [`$${type}.start`, start] }, { $literal: { start, ...nothing } }, `$${type}`] };
}

// How many of `wanted` names there is room for beside the open ones that are not in `except`.
function roomFor(
  wanted: number,
  { limits, starts, expected }: Opening,
  except: readonly string[],
  ...sum: readonly [typeof sumOfOpenings] | readonly []
): Document {
  const beside = limits.map((limit) => {
    const left = { $subtract: [limit.cap, usedOf(limit, { starts, except }, ...sum)] };
    if (limit.currency === undefined) return left;
    // A lead without an expected price only needs something to be left, and one that earns nothing not even that.
    if (!expected) return { $cond: [{ $gt: [left, 0] }, wanted, 0] };
    const { minor } = expected;
    return minor > 0 ? { $floor: { $divide: [left, minor] } } : { $cond: [{ $gte: [left, 0] }, wanted, 0] };
  });
  return { $min: [wanted, ...beside] };
}
