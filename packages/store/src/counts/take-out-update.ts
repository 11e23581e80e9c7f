/** The update that takes names out of a count. */
import { limitTypes } from '@sluice/contracts';
import type { Document } from 'mongodb';
import type { CountedType, PlacedName } from './count-document.js';
import { leftOut, without } from './count-expressions.js';

/**
 * Takes names out of the open ones. Those in `placed` are counted, once; `ended` are names counted earlier whose
 * submissions have ended since.
 */
export function takeOutUpdate(
  placed: readonly PlacedName[],
  released: readonly string[],
  ended: readonly string[],
): Document[] {
  const names = [...placed.map(({ name }) => name), ...released];
  const currencies = [...new Set(placed.flatMap(({ amount }) => amount?.currency ?? []))];
  const counted = (type: CountedType): readonly (readonly [string, Document])[] => {
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
  };
  return [
    { $set: { known: { $setIntersection: [{ $literal: names }, '$open.name'] } } },
    { $set: { counted: among(placed, '$known') } },
    {
      $set: {
        ...Object.fromEntries(limitTypes.flatMap(counted)),
        open: leftOut('$open', '$known'),
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

// Those of `placed` whose names are among `names`; if all of them are, the list as it is.
function among(placed: readonly PlacedName[], names: string): Document | readonly never[] {
  if (placed.length === 0) return [];
  const all = { $literal: placed };
  const areKnown = { $setIsSubset: [{ $literal: placed.map(({ name }) => name) }, names] };
  return { $cond: [areKnown, all, { $filter: { input: all, cond: { $in: ['$$this.name', names] } } }] };
}
