/**
 * The updates that open names in a count. Each is one update, so that no limit is exceeded and two workers with the same
 * job hold one slot.
 */
import type { Document } from 'mongodb';
import {
  emptyCount,
  nothing,
  turning,
  type Limit,
  type OpenName,
  type Opening,
  type TurningType,
} from './count-document.js';
import { usedOf, without, withVariables } from './count-expressions.js';

/** A cap that is so many times what may be open at once is far away until its last tenth. */
const FAR = 10;

/**
 * The filter for a count in which names may be opened now. Made with `upsert`, an update fails for a count that exists
 * and does not match.
 */
export function mayOpen({ key, zone, starts }: Opening): Document {
  const running = turning.map((type) => [`${type}.start`, { $not: { $gt: starts[type] } }] as const);
  return { _id: key, zone, recount: { $exists: false }, ...Object.fromEntries(running) };
}

/** Opens all of the names or fails as a whole, if there is no room for all of them. */
export function openAllUpdate(tenantId: string, names: readonly OpenName[], asked: Opening): Document[] {
  return openUpdate(tenantId, names, asked, {
    $cond: [
      { $or: [{ $eq: ['$$wanted', []] }, { $lte: [{ $size: '$$wanted' }, '$$free'] }] },
      { $concatArrays: ['$$rest', '$$wanted'] },
      // The only way to refuse in an update: a conversion that fails, and only when it is evaluated.
      { $toInt: { $concat: ['no room in ', '$_id'] } },
    ],
  });
}

/**
 * The same as {@link openAllUpdate} for a count whose limits are far away, as a filter and an update that do not look at
 * each open name, which is most of what the other one costs. Undefined if a limit may be near. It also refuses what the
 * other one would grant: names that are known, periods that have turned, and the last names before a limit.
 */
export function openFarFromLimits(
  tenantId: string,
  names: readonly OpenName[],
  asked: Opening,
): { readonly filter: Document; readonly update: Document } | undefined {
  const { key, zone, starts, limits, maxOpen, expected } = asked;
  const isFar = ({ cap, currency }: Limit) => currency === undefined && cap >= FAR * maxOpen;
  if (names.length > maxOpen || !limits.every(isFar)) return undefined;
  const list = names.map(({ name }) => name);
  const { lifetime, taken } = emptyCount(tenantId, asked);
  return {
    filter: {
      _id: key,
      zone,
      recount: { $exists: false },
      ...Object.fromEntries(turning.map((type) => [`${type}.start`, starts[type]])),
      'open.name': { $nin: list },
      'taken.name': { $nin: list },
      // Fewer names are open than leave room for these, and all that may be open fit under each limit.
      [`open.${maxOpen - names.length}`]: { $exists: false },
      ...(limits.length > 0 && {
        $and: limits.map(({ type, cap }) => ({ [`${type}.placed`]: { $not: { $gt: cap - maxOpen } } })),
      }),
    },
    update: {
      $push: { open: { $each: names.map((one) => ({ ...one, ...(expected && { amount: expected }) })) } },
      $setOnInsert: {
        tenantId,
        lifetime,
        taken,
        ...Object.fromEntries(
          turning.flatMap((type) => [
            [`${type}.placed`, 0],
            [`${type}.money`, {}],
          ]),
        ),
      },
    },
  };
}

/** Opens as many of the names as there is room for, the first ones first; no open name is lost. */
export function openSomeUpdate(tenantId: string, names: readonly OpenName[], asked: Opening): Document[] {
  return openUpdate(tenantId, names, asked, {
    $let: {
      vars: {
        granted: { $cond: [{ $gt: ['$$free', 0] }, { $slice: ['$$wanted', { $max: [1, '$$free'] }] }, []] },
      },
      in: { $concatArrays: [without('$open', '$$granted.name'), '$$granted'] },
    },
  });
}

// Sets the open names to `opened`, an expression over `$$wanted`, the names that are to be opened, `$$rest`, all other
// open names, and `$$free`, the number of names for which there is room beside those. A name that is open in the running
// periods stays as it is, whatever room there is: another worker with the same job may have recorded a decision that
// rests on it. One that was opened in an earlier period is opened anew, before those that are not open at all.
function openUpdate(
  tenantId: string,
  names: readonly OpenName[],
  asked: Opening,
  opened: Document,
): Document[] {
  const { starts, expected } = asked;
  const opening = names.map(({ name, at }) => ({ name, at, ...(expected && { amount: expected }) }));
  const known = { $setIntersection: ['$open.name', { $literal: names.map(({ name }) => name) }] };
  const isKnown = { $in: ['$$this.name', '$$known'] };
  // No period begins later than the hour.
  const isRunning = { $gte: ['$$this.at', starts.hourly] };
  const kept = { $filter: { input: '$open', cond: { $and: [isRunning, isKnown] } } };
  const notTaken = without({ $literal: opening }, '$taken.name');
  return [
    {
      $set: {
        tenantId,
        lifetime: { $ifNull: ['$lifetime', { $literal: nothing }] },
        open: { $ifNull: ['$open', []] },
        taken: { $ifNull: ['$taken', []] },
        ...Object.fromEntries(turning.map((type) => [type, turnedTo(type, starts[type])])),
      },
    },
    {
      $set: {
        open: withVariables(
          [
            { known },
            { kept: { $cond: [{ $eq: ['$$known', []] }, [], kept] } },
            { fresh: without(notTaken, '$$kept.name') },
            {
              wanted: {
                $cond: [
                  { $eq: ['$$known', []] },
                  '$$fresh',
                  {
                    $concatArrays: [
                      { $filter: { input: '$$fresh', cond: isKnown } },
                      { $filter: { input: '$$fresh', cond: { $not: [isKnown] } } },
                    ],
                  },
                ],
              },
            },
            { rest: { $cond: [{ $eq: ['$$known', []] }, '$open', without('$open', '$$wanted.name')] } },
            { free: roomBeside('$$rest', asked) },
          ],
          opened,
        ),
      },
    },
  ];
}

// A stored period moves forward only; the filter keeps out who asks for an earlier one.
function turnedTo(type: TurningType, start: Date): Document {
  return { $cond: [{ $lt: [`$${type}.start`, start] }, { $literal: { start, ...nothing } }, `$${type}`] };
}

// How many names there is room for beside the open ones of `rest`.
function roomBeside(rest: string, { limits, starts, maxOpen, except, expected }: Opening): Document {
  const beside = limits.map((limit) => {
    const left = { $subtract: [limit.cap, usedOf(limit, rest, { starts, except })] };
    if (limit.currency === undefined) return left;
    // A lead without an expected price only needs something to be left, and one that earns nothing not even that.
    if (!expected) return { $cond: [{ $gt: [left, 0] }, maxOpen, 0] };
    const { minor } = expected;
    return minor > 0 ? { $floor: { $divide: [left, minor] } } : { $cond: [{ $gte: [left, 0] }, maxOpen, 0] };
  });
  return { $min: [...beside, { $subtract: [maxOpen, { $size: rest }] }] };
}
