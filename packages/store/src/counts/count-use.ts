/** How much of a count is used, as a projection and what follows from it. */
import type { Document } from 'mongodb';
import {
  openIn,
  turning,
  type CountAsk,
  type CountedType,
  type Opening,
  type PeriodStarts,
} from './count-document.js';

/** How much of its limits is used, as a caller sees it that may hold some of the open names itself. */
export interface SeenCount {
  readonly _id: string;
  readonly zone: string;
  readonly isRecounted: boolean;
  readonly starts: PeriodStarts;
  /** By limit type, how many leads are placed or on their way. */
  readonly used?: Readonly<Partial<Record<CountedType, number>>>;
  /** Which of the names are open or counted. */
  readonly held?: readonly string[];
}

/**
 * The projection of a count that says which of `names` are open or counted, and how much of each limit is used. The
 * names in `apart` take no room.
 */
export function seenBy(
  { starts, limits }: Pick<CountAsk, 'starts' | 'limits'>,
  names: readonly string[],
  { apart }: { readonly apart: readonly string[] },
): Document {
  const used = [...new Set(limits.map(({ type }) => type))].map((type) => {
    const isRunning = type === 'lifetime' || { $eq: [`$${type}.start`, starts[type]] };
    const placed = { $cond: [isRunning, `$${type}.placed`, 0] };
    return [type, { $add: [placed, { $size: openIn('$open', type, { starts, sparing: apart }) }] }] as const;
  });
  return {
    zone: 1,
    isRecounted: { $ne: [{ $type: '$recount' }, 'missing'] },
    starts: Object.fromEntries(turning.map((type) => [type, `$${type}.start`])),
    ...(used.length > 0 && { used: Object.fromEntries(used) }),
    ...(names.length > 0 && {
      held: { $setIntersection: [{ $concatArrays: ['$open.name', '$taken.name'] }, { $literal: names }] },
    }),
  };
}

/** The limits of `asked` that have no room for one more lead. */
export function fullLimits(
  { limits }: Pick<CountAsk, 'limits'>,
  seen: SeenCount | undefined,
): readonly string[] {
  return limits.flatMap(({ name, type, cap }) => ((seen?.used?.[type] ?? 0) < cap ? [] : [name]));
}

/** Why a name was not opened. */
export type NotOpened =
  /** These limits have no room. */
  | { readonly kind: 'full'; readonly limits: readonly string[] }
  /** The periods turned meanwhile, too many names are open, or the placements are counted again: ask again soon. */
  | { readonly kind: 'turned' | 'too_many_open' | 'recounted' }
  /** The periods are those of another time zone. */
  | { readonly kind: 'other_zone' };

/** Why a name that was asked for is not open in the count as it was seen afterwards. */
export function whyNotOpened(asked: Opening, seen: SeenCount | undefined): NotOpened {
  if (seen?.isRecounted) return { kind: 'recounted' };
  if (seen && seen.zone !== asked.zone) return { kind: 'other_zone' };
  if (seen && turning.some((type) => seen.starts[type] > asked.starts[type])) return { kind: 'turned' };
  const full = fullLimits(asked, seen);
  return full.length > 0 ? { kind: 'full', limits: full } : { kind: 'too_many_open' };
}
