/** Expressions over a count's lists of names, used by its updates and by projections. */
import type { Document } from 'mongodb';
import type { CountedType, Limit, Opening } from './count-document.js';

/** How much of a limit is used in its running period, beside `rest`: leads, or minor units; an expression. */
export function usedOf(
  { type, currency }: Pick<Limit, 'type' | 'currency'>,
  rest: string,
  periods: Pick<Opening, 'starts' | 'except'>,
): Document {
  const open = openIn(rest, type, periods);
  if (currency === undefined) return { $add: [`$${type}.placed`, { $size: open }] };
  const reserved = { $filter: { input: open, cond: { $eq: ['$$this.amount.currency', currency] } } };
  return {
    $add: [
      { $ifNull: [`$${type}.money.${currency}`, 0] },
      { $sum: { $map: { input: reserved, in: '$$this.amount.minor' } } },
    ],
  };
}

/** Those of the open names that take room in the running period of `type`; an expression. */
export function openIn(
  open: string,
  type: CountedType,
  { starts, except }: Pick<Opening, 'starts' | 'except'>,
): Document | string {
  const isInPeriod = type === 'lifetime' ? [] : [{ $gte: ['$$this.at', starts[type]] }];
  const isOther = except.length > 0 ? [{ $not: [{ $in: ['$$this.name', [...except]] }] }] : [];
  const counts = [...isInPeriod, ...isOther];
  return counts.length === 0 ? open : { $filter: { input: open, cond: { $and: counts } } };
}

// The entries of a list whose names are not among `names`.
export function without(list: string | Document, names: readonly string[] | string): Document {
  const all = typeof names === 'string' ? names : { $literal: names };
  return withVariables(
    [{ list }, { common: { $setIntersection: ['$$list.name', all] } }],
    leftOut('$$list', '$$common'),
  );
}

// A list without the entries of these names, which are all in it. Most often there is none to leave out, and comparing
// each entry with each name is what takes time. Names begin with a time, and those that come together are close: an
// entry before or after all of them needs no further comparison.
export function leftOut(list: string, names: string): Document {
  const name = '$$this.name';
  const stays = {
    $or: [{ $gt: [name, '$$last'] }, { $lt: [name, '$$first'] }, { $not: [{ $in: [name, names] }] }],
  };
  return withVariables([{ first: { $min: names } }, { last: { $max: names } }], {
    $cond: [{ $eq: [names, []] }, list, { $filter: { input: list, cond: stays } }],
  });
}

// An expression over variables, each of which may use those before it.
export function withVariables(variables: readonly Document[], expression: Document): Document {
  return variables.reduceRight<Document>((inner, vars) => ({ $let: { vars, in: inner } }), expression);
}
