/** How much of a count is used, as a projection and what follows from it. */
import { groupBy } from '@sluice/concurrency';
import type { Collection, Document } from 'mongodb';
import {
  turning,
  type CountAsk,
  type CountDocument,
  type Limit,
  type Opening,
  type PeriodStarts,
} from './count-document.js';
import { openAmong, reservedOf, usedOf } from './count-expressions.js';

/** How much of its limits is used, as a caller sees it that may hold some of the open names itself. */
export interface SeenCount {
  readonly _id: string;
  readonly zone: string;
  readonly isRecounted: boolean;
  readonly starts: PeriodStarts;
  /** By {@link usedKey}, how much is placed or on its way: leads, or minor units. */
  readonly used?: Readonly<Record<string, number>>;
  /** Of that, what is not placed yet, if it was asked for. */
  readonly reserved?: Readonly<Record<string, number>>;
  /** Which of the names are open. */
  readonly openNames?: readonly string[];
}

/**
 * The projection of a count that says which of `names` are open, and how much of each limit is used. The names in
 * `except` take no room. With `reserved`, it also says how much of that is not placed yet.
 */
export function seenBy(
  { starts, limits }: Pick<CountAsk, 'starts' | 'limits'>,
  names: readonly string[],
  {
    except,
    reserved = false,
  }: { readonly except: readonly string[]; readonly reserved?: boolean | undefined },
): Document {
  const used = limits.map((limit) => {
    const { type } = limit;
    const periods = { starts, except };
    const all = usedOf(limit, periods);
    if (type === 'lifetime') return [usedKey(limit), all] as const;
    // What was placed counts only if the stored period is the running one.
    const placed =
      limit.currency === undefined ? `$${type}.placed` : { $ifNull: [`$${type}.money.${limit.currency}`, 0] };
    const isRunning = { $eq: [`$${type}.start`, starts[type]] };
    return [usedKey(limit), { $subtract: [all, { $cond: [isRunning, 0, placed] }] }] as const;
  });
  return {
    zone: 1,
    isRecounted: { $ne: [{ $type: '$recount' }, 'missing'] },
    starts: Object.fromEntries(turning.map((type) => [type, `$${type}.start`])),
    ...(used.length > 0 && { used: Object.fromEntries(used) }),
    ...(reserved &&
      limits.length > 0 && {
        reserved: Object.fromEntries(
          limits.map((limit) => [usedKey(limit), reservedOf(limit, { starts, except })]),
        ),
      }),
    ...(names.length > 0 && { openNames: openAmong(names) }),
  };
}

/** Which count is seen, and what of it. */
export type See = Pick<CountAsk, 'starts' | 'limits' | 'expected'> & {
  readonly key: string;
  readonly names: readonly string[];
  readonly except: readonly string[];
  readonly reserved: boolean;
};

/** Sees counts; one read serves those that are asked for alike, as those of a page of campaigns are. */
export async function seeAlike(
  counts: Collection<CountDocument>,
  asks: readonly See[],
): Promise<(SeenCount | undefined)[]> {
  const seen = new Map<See, SeenCount | undefined>();
  await Promise.all(
    [...groupBy(asks, alike).values()].map(async (group) => {
      const asked = group[0] as See;
      const { names, except, reserved } = asked;
      const projection = seenBy(asked, names, { except, reserved });
      const keys = [...new Set(group.map(({ key }) => key))];
      // Makes the first reply contain all of them.
      const options = { projection, batchSize: keys.length + 1 };
      const found = await counts.find<SeenCount>({ _id: { $in: keys } }, options).toArray();
      const byKey = new Map(found.map((count) => [count._id, count]));
      for (const one of group) seen.set(one, byKey.get(one.key));
    }),
  );
  return asks.map((asked) => seen.get(asked));
}

// What the projection depends on.
function alike({ starts, limits, names, except, reserved }: See): string {
  return JSON.stringify([
    starts,
    limits.map(({ type, currency }) => [type, currency]),
    names,
    except,
    reserved,
  ]);
}

/** Identifies what a limit measures: a type of period, in leads or in a currency. */
function usedKey({ type, currency }: Pick<Limit, 'type' | 'currency'>): string {
  return currency === undefined ? type : `${type}_${currency}`;
}

/** How much of a limit is used, and how much of that is reserved for leads that are not placed yet. */
export interface LimitUse {
  readonly used: number;
  readonly reserved: number;
}

/** The use of all limits, by name, of counts as they were seen. */
export function usageOf(
  asked: readonly Pick<CountAsk, 'limits'>[],
  seen: readonly (SeenCount | undefined)[],
): ReadonlyMap<string, LimitUse> {
  return new Map(
    asked.flatMap(({ limits }, index) =>
      limits.map((limit) => {
        const { [index]: count } = seen;
        const key = usedKey(limit);
        return [
          limit.name,
          { used: count?.used?.[key] ?? 0, reserved: count?.reserved?.[key] ?? 0 },
        ] as const;
      }),
    ),
  );
}

/** The limits of `asked` that have no room for one more lead. */
export function fullLimits(
  { limits, expected }: Pick<CountAsk, 'limits' | 'expected'>,
  seen: SeenCount | undefined,
): readonly string[] {
  return limits.flatMap((limit) => {
    const used = seen?.used?.[usedKey(limit)] ?? 0;
    // The price of a lead has to fit in; of one without an expected price, anything.
    const takes = limit.currency === undefined || !expected ? 1 : expected.minor;
    return used + takes <= limit.cap ? [] : [limit.name];
  });
}

/** Why a name was not opened. */
export type NotOpened =
  /** These limits have no room. */
  | { readonly kind: 'full'; readonly limits: readonly string[] }
  /** The periods turned meanwhile, the placements are counted again, or room came free just now: ask again soon. */
  | { readonly kind: 'turned' | 'room_again' | 'recounted' }
  /** The periods are those of another time zone. */
  | { readonly kind: 'other_zone' };

/** Why a name that was asked for is not open in the count as it was seen afterwards. */
export function whyNotOpened(asked: Opening, seen: SeenCount | undefined): NotOpened {
  if (seen?.isRecounted) return { kind: 'recounted' };
  if (seen && seen.zone !== asked.zone) return { kind: 'other_zone' };
  if (seen && turning.some((type) => seen.starts[type] > asked.starts[type])) return { kind: 'turned' };
  const full = fullLimits(asked, seen);
  return full.length > 0 ? { kind: 'full', limits: full } : { kind: 'room_again' };
}
