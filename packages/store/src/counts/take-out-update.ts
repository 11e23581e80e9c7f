/** The updates that take leads out of a count. */
import { limitTypes } from '@sluice/contracts';
import type { Document } from 'mongodb';
import type { CountedType, PlacedName } from './count-document.js';
import { refusal, without } from './count-expressions.js';

/** Names that leave a count, by their openings, and those counted before whose submissions have ended since. */
export interface Leaving {
  readonly names: ReadonlyMap<string, readonly string[]>;
  /** Those of the names that are counted. */
  readonly placed: readonly PlacedName[];
  readonly ended: readonly string[];
}

/**
 * Takes the names out, and counts those in `placed`, once: only a name that is open under its opening is counted. The
 * update fails if one of them is not there and may be set aside in a document that is not in `lookedAt`.
 */
export function takeOutUpdate({ names, placed, ended }: Leaving, lookedAt: readonly string[]): Document[] {
  const openings = [...names.keys()];
  const all = [...names.values()].flat();
  const isLeft = { $in: ['$$this.opening', { $literal: openings }] };
  const leaving = { $getField: { field: '$$this.opening', input: { $literal: Object.fromEntries(names) } } };
  const found = {
    $reduce: {
      input: { $filter: { input: { $ifNull: ['$open', []] }, cond: isLeft } },
      initialValue: [],
      in: { $concatArrays: ['$$value', { $setIntersection: ['$$this.names', leaving] }] },
    },
  };
  const isElsewhere = {
    $and: [
      { $not: [{ $setIsSubset: [{ $ifNull: ['$aside.id', []] }, { $literal: lookedAt }] }] },
      { $not: [{ $setIsSubset: [{ $literal: all }, { $setUnion: ['$known', '$taken.name'] }] }] },
    ],
  };
  const left = {
    $filter: {
      input: {
        $map: {
          input: '$open',
          in: {
            $cond: [
              isLeft,
              { $mergeObjects: ['$$this', { names: { $setDifference: ['$$this.names', leaving] } }] },
              '$$this',
            ],
          },
        },
      },
      cond: { $ne: ['$$this.names', []] },
    },
  };
  return [
    { $set: { known: found } },
    { $set: { counted: among(placed, '$known') } },
    {
      $set: {
        ...Object.fromEntries(limitTypes.flatMap((type) => countedIn(type, placed))),
        open: { $cond: [isElsewhere, refusal('names are set aside'), left] },
        taken: {
          $concatArrays: [ended.length === 0 ? '$taken' : without('$taken', ended), '$counted'],
        },
        recount: {
          $cond: [
            { $eq: [{ $type: '$recount' }, 'missing'] },
            '$$REMOVE',
            { $mergeObjects: ['$recount', { placed: { $concatArrays: ['$recount.placed', '$counted'] } }] },
          ],
        },
      },
    },
    { $unset: ['known', 'counted'] },
  ];
}

/** Takes a name out that is open under any opening but `opening`, uncounted. */
export function takeOutOthersUpdate(name: string, opening: string | undefined): Document[] {
  const isOther = { $ne: ['$$this.opening', opening ?? ''] };
  const less = { $mergeObjects: ['$$this', { names: { $setDifference: ['$$this.names', [name]] } }] };
  const left = { $map: { input: '$open', in: { $cond: [isOther, less, '$$this'] } } };
  return [{ $set: { open: { $filter: { input: left, cond: { $ne: ['$$this.names', []] } } } } }];
}

function countedIn(
  type: CountedType,
  placed: readonly PlacedName[],
): readonly (readonly [string, Document])[] {
  const currencies = [...new Set(placed.flatMap(({ amount }) => amount?.currency ?? []))];
  const inPeriod =
    type === 'lifetime'
      ? '$counted'
      : { $filter: { input: '$counted', cond: { $gte: ['$$this.at', `$${type}.start`] } } };
  const earned = currencies.map((currency) => {
    const amounts = { $filter: { input: inPeriod, cond: { $eq: ['$$this.amount.currency', currency] } } };
    const minor = { $sum: { $map: { input: amounts, in: '$$this.amount.minor' } } };
    const before = { $ifNull: [`$${type}.money.${currency}`, 0] };
    return [`${type}.money.${currency}`, { $add: [before, minor] }] as const;
  });
  return [[`${type}.placed`, { $add: [`$${type}.placed`, { $size: inPeriod }] }], ...earned];
}

// Those of `placed` whose names are among `names`; if all of them are, the list as it is.
function among(placed: readonly PlacedName[], names: string): Document | readonly never[] {
  if (placed.length === 0) return [];
  const all = { $literal: placed };
  const areKnown = { $setIsSubset: [{ $literal: placed.map(({ name }) => name) }, names] };
  return { $cond: [areKnown, all, { $filter: { input: all, cond: { $in: ['$$this.name', names] } } }] };
}
