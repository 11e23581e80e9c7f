/**
 * A count as stored, and its changes. Every campaign and every client has one, limit or not: what was placed there in
 * the running hour, day, week and month and of all time, and the names of the leads that are routed there and have not
 * ended. Each change is one update, so that no limit is exceeded and two workers with the same job hold one slot.
 */
import { limitTypes, type DeliveryLimit } from '@sluice/contracts';
import type { Document } from 'mongodb';

/** The types of period that are counted; a lifetime never turns. */
export type CountedType = DeliveryLimit['type'];
type TurningType = Exclude<CountedType, 'lifetime'>;

/** An amount in minor units of a currency (ISO 4217). */
export interface Amount {
  readonly currency: string;
  readonly minor: number;
}

/** What was placed: the number of leads, and what they earned in minor units by currency. */
export interface Placed {
  readonly placed: number;
  readonly money: Readonly<Record<string, number>>;
}

/** What was placed in the running period. */
export interface PlacedSince extends Placed {
  readonly start: Date;
}

/** A lead that is routed here and has not ended: it takes room in the periods that hold `at`. */
export interface OpenName {
  readonly name: string;
  readonly at: Date;
  /** What it is expected to earn. */
  readonly amount?: Amount;
}

/** When the running periods began, by the clock of a time zone. */
export type PeriodStarts = Readonly<Record<TurningType, Date>>;

/** A count as stored. */
export interface CountDocument extends Readonly<Record<TurningType, PlacedSince>> {
  readonly _id: string;
  readonly tenantId: string;
  /** By whose clock the periods turn. */
  readonly zone: string;
  readonly lifetime: Placed;
  readonly open: readonly OpenName[];
  /**
   * Names that were counted and whose submissions may not have ended completely. Without them:
   *
   * 1. A routing worker is suspended before it opens the name; another routes the lead, and its end counts the name.
   * 2. The first continues, and opens the name again.
   * 3. The end was interrupted before it was complete. Its repetition counts the name a second time.
   */
  readonly taken: readonly PlacedName[];
  /** Set while the placements are counted again by another time zone; no name is opened meanwhile. */
  readonly recount?: Recount;
  /** Of a group's member: whether it cannot take leads at the moment. */
  readonly away?: true;
  /** Of a group's member: what it is credited with today for the time in which it was away. */
  readonly credit?: Credit;
  /** When the time zone changed last. */
  readonly zoneSince?: Date;
}

/** Leads that a group's member is credited with on the day that began at `start`. */
export interface Credit {
  readonly start: Date;
  readonly leads: number;
}

/** A process counts the placements again. */
export interface Recount {
  readonly by: string;
  /** Another process may take over then. */
  readonly until: Date;
  /** What was placed meanwhile. */
  readonly placed: readonly PlacedName[];
}

/** A name that was counted; its amount is what the lead earned. */
export type PlacedName = OpenName;

/** A cap on what is placed in a period: on leads, or, as a budget, on what they earn. */
export interface Limit {
  /** Its name in answers and traces. */
  readonly name: string;
  readonly type: CountedType;
  /** Leads, or minor units of `currency`. */
  readonly cap: number;
  /** Of a budget. */
  readonly currency?: string;
}

/** The limits of a count, and the periods that run now. */
export interface CountAsk {
  /** The count's name, without the tenant. */
  readonly name: string;
  readonly zone: string;
  readonly starts: PeriodStarts;
  readonly limits: readonly Limit[];
  /** What a lead is expected to earn; it is reserved with its name. */
  readonly expected?: Amount;
}

/** A request to open names in one count. */
export interface Opening extends Omit<CountAsk, 'name'> {
  /** The count's key. */
  readonly key: string;
  readonly maxOpen: number;
  /** Names that stand for the same leads: while open, they take no room from the requested ones. */
  readonly except: readonly string[];
}

/** The types of period that turn. */
export const turning = limitTypes.filter((type): type is TurningType => type !== 'lifetime');
const nothing: Placed = { placed: 0, money: {} };
/** A cap that is so many times what may be open at once is far away until its last tenth. */
const FAR = 10;

/** A count in which nothing was ever opened. */
export function emptyCount(
  tenantId: string,
  { zone, starts }: Pick<CountAsk, 'zone' | 'starts'>,
): Omit<CountDocument, '_id'> {
  const begun = (type: TurningType) => ({ start: starts[type], ...nothing });
  return {
    tenantId,
    zone,
    lifetime: nothing,
    hourly: begun('hourly'),
    daily: begun('daily'),
    weekly: begun('weekly'),
    monthly: begun('monthly'),
    open: [],
    taken: [],
  };
}

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

// An expression over variables, each of which may use those before it.
function withVariables(variables: readonly Document[], expression: Document): Document {
  return variables.reduceRight<Document>((inner, vars) => ({ $let: { vars, in: inner } }), expression);
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
    // A lead without an expected price only needs something to be left.
    const minor = expected?.minor ?? 0;
    return minor > 0 ? { $floor: { $divide: [left, minor] } } : { $cond: [{ $gt: [left, 0] }, maxOpen, 0] };
  });
  return { $min: [...beside, { $subtract: [maxOpen, { $size: rest }] }] };
}

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
function without(list: string | Document, names: readonly string[] | string): Document {
  const all = typeof names === 'string' ? names : { $literal: names };
  return withVariables(
    [{ list }, { common: { $setIntersection: ['$$list.name', all] } }],
    leftOut('$$list', '$$common'),
  );
}

// A list without the entries of these names, which are all in it. Most often there is none to leave out, and comparing
// each entry with each name is what takes time. Names begin with a time, and those that come together are close: an
// entry before or after all of them needs no further comparison.
function leftOut(list: string, names: string): Document {
  const name = '$$this.name';
  const stays = {
    $or: [{ $gt: [name, '$$last'] }, { $lt: [name, '$$first'] }, { $not: [{ $in: [name, names] }] }],
  };
  return withVariables([{ first: { $min: names } }, { last: { $max: names } }], {
    $cond: [{ $eq: [names, []] }, list, { $filter: { input: list, cond: stays } }],
  });
}

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
