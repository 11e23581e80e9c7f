/**
 * A count as stored. Every campaign and every client has one, limit or not: what was placed there in
 * the running hour, day, week and month and of all time, and the leads that are routed there and have not ended.
 */
import { limitTypes, type DeliveryLimit } from '@sluice/contracts';

/** The types of period that are counted; a lifetime never turns. */
export type CountedType = DeliveryLimit['type'];
export type TurningType = Exclude<CountedType, 'lifetime'>;

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

/**
 * Leads that one worker routed here in one moment and that have not ended: each takes room in the periods that hold `at`.
 * A lead is found by its opening, which its decision names, so that a count with two thousand leads looks at a few lists
 * and not at each name. A name may also be in the opening of a worker that lost to another one, until that one or the
 * audit takes it out; it never takes room twice from its own lead.
 */
export interface Opened {
  /** Given by the worker; no lead is opened twice under the same one. */
  readonly opening: string;
  readonly at: Date;
  /** What each of them is expected to earn. */
  readonly amount?: Amount;
  readonly names: readonly string[];
}

/** Leads that are open here and named elsewhere, because they have waited for a while: how much room they take. */
export interface SetAside extends Readonly<Record<TurningType, OpenSince>> {
  /** Of the document that names them. */
  readonly id: string;
  readonly lifetime: OpenRoom;
  /** When the latest of them was routed. */
  readonly latest: Date;
}

/** Room that open leads take: their number, and what they are expected to earn in minor units by currency. */
export interface OpenRoom {
  readonly leads: number;
  readonly money: Readonly<Record<string, number>>;
}

/** Room that open leads take in the period that began at `start`. */
export interface OpenSince extends OpenRoom {
  readonly start: Date;
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
  readonly open: readonly Opened[];
  readonly aside?: readonly SetAside[];
  /** Names that were counted and whose submissions may not have ended completely: a recount finds no placement there. */
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
  /** What had been counted when it began, and may not have been stored by then; and what was placed since. */
  readonly placed: readonly PlacedName[];
  /** Absent if it was begun by a release that summed everything at once. */
  readonly progress?: RecountProgress;
}

/** How far a recount is. */
export interface RecountProgress {
  /** The new time zone, and when its periods began. */
  readonly zone: string;
  readonly starts: PeriodStarts;
  /** What is stored of each period before `next`, without what is noted in `placed`. */
  readonly summed: PlacedSums;
  readonly next: Date;
}

/** What was placed in each period. */
export type PlacedSums = Readonly<Record<TurningType, Placed>>;

/** A name that was counted, and what its lead earned. */
export interface PlacedName {
  readonly name: string;
  readonly at: Date;
  readonly amount?: Amount;
}

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
  /** Names that stand for the same leads: while open, they take no room from the requested ones. */
  readonly except: readonly string[];
}

/** The types of period that turn. */
export const turning = limitTypes.filter((type): type is TurningType => type !== 'lifetime');
export const nothing: Placed = { placed: 0, money: {} };

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
