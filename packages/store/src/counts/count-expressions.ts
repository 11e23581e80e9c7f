/** Expressions over a count's open leads, used by its updates and by projections. */
import type { Document } from 'mongodb';
import type { CountedType, Limit, Opening } from './count-document.js';

/** Whose room is asked for: the running periods, and names that take none. */
export type Periods = Pick<Opening, 'starts' | 'except'>;

/** How open leads are summed up: a name that two workers have opened counts once, or, at less cost, for each of them. */
type Summing = (open: Document, each: Document | string | number, except: readonly string[]) => Document;

/** How much of a limit is used in its running period: leads, or minor units; an expression. */
export function usedOf(
  limit: Pick<Limit, 'type' | 'currency'>,
  periods: Periods,
  sum: Summing = sumOfNames,
): Document {
  const { type, currency } = limit;
  const placed = currency === undefined ? `$${type}.placed` : { $ifNull: [`$${type}.money.${currency}`, 0] };
  return { $add: [placed, reservedOf(limit, periods, sum)] };
}

/** How much of a limit is reserved for leads that are not placed yet; an expression. */
export function reservedOf(
  { type, currency }: Pick<Limit, 'type' | 'currency'>,
  periods: Periods,
  sum: Summing = sumOfNames,
): Document {
  const open = openIn(type, periods);
  const aside = asideIn(type, periods);
  const { except } = periods;
  if (currency === undefined) return { $add: [sum(open, 1, except), sumOver(aside, `$$this.${type}.leads`)] };
  const priced = { $filter: { input: open, cond: { $eq: ['$$this.amount.currency', currency] } } };
  return {
    $add: [
      sum(priced, '$$this.amount.minor', except),
      sumOver(aside, { $ifNull: [`$$this.${type}.money.${currency}`, 0] }),
    ],
  };
}

/** How many leads are open in the running period of `type`; an expression. */
export function openLeads(type: CountedType, periods: Periods): Document {
  return {
    $add: [
      sumOfOpenings(openIn(type, periods), 1, periods.except),
      sumOver(asideIn(type, periods), `$$this.${type}.leads`),
    ],
  };
}

/** Those of `names` that are open under any opening that began at `from` or later; an expression. */
export function openAmong(names: readonly string[], from?: Date): Document {
  const open = { $ifNull: ['$open', []] };
  const input = from === undefined ? open : { $filter: { input: open, cond: { $gte: ['$$this.at', from] } } };
  const found = { $setIntersection: ['$$this.names', { $literal: names }] };
  return { $reduce: { input, initialValue: [], in: { $setUnion: ['$$value', found] } } };
}

// The openings whose leads take room in the running period of `type`.
function openIn(type: CountedType, { starts }: Periods): Document {
  const open = { $ifNull: ['$open', []] };
  if (type === 'lifetime') return open;
  return { $filter: { input: open, cond: { $gte: ['$$this.at', starts[type]] } } };
}

// What is set aside for the running period of `type`; in a later one nothing of it takes room.
function asideIn(type: CountedType, { starts }: Periods): Document {
  const aside = { $ifNull: ['$aside', []] };
  if (type === 'lifetime') return aside;
  return { $filter: { input: aside, cond: { $eq: [`$$this.${type}.start`, starts[type]] } } };
}

const sumOfNames: Summing = (open, each, except) => {
  const more = { $multiply: [each, { $size: { $setDifference: ['$$this.names', '$$value.names'] } }] };
  const summed = {
    $reduce: {
      input: open,
      initialValue: { names: { $literal: except }, sum: 0 },
      in: {
        names: { $concatArrays: ['$$value.names', '$$this.names'] },
        sum: { $add: ['$$value.sum', more] },
      },
    },
  };
  return { $getField: { field: 'sum', input: summed } };
};

/** Counts a name for each opening that has it. */
export const sumOfOpenings: Summing = (open, each, except) => {
  const names =
    except.length === 0 ? '$$this.names' : { $setDifference: ['$$this.names', { $literal: except }] };
  return sumOver(open, { $multiply: [each, { $size: names }] });
};

function sumOver(input: Document, each: Document | string): Document {
  return { $sum: { $map: { input, in: each } } };
}

/** The entries of a list whose names are not among `names`; an expression. */
export function without(list: string | Document, names: readonly string[]): Document {
  return {
    $filter: { input: list, cond: { $not: [{ $in: ['$$this.name', { $literal: names }] }] } },
  };
}

/** An expression that fails the update in which it is evaluated: the only way to refuse in one. */
export function refusal(why: string): Document {
  return { $toInt: { $concat: [`${why} in `, '$_id'] } };
}

/** Whether `error` is that of a {@link refusal}. */
export function isRefusal(error: unknown): boolean {
  return typeof error === 'object' && error !== null && 'code' in error && error.code === CONVERSION_FAILED;
}

const CONVERSION_FAILED = 241;
