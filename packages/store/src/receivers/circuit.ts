/** The circuit of a receiver: until when it is open, and the periods during which the receiver was not called. */
import type { Document } from 'mongodb';
import type { StoredPerson } from '../operators/stored-person.js';

/** A period during which a receiver was not called. */
export interface CircuitPeriod {
  readonly since: Date;
  readonly until: Date;
  /** Who opened it; absent if it opened because of failures. */
  readonly by?: string;
  readonly byMember?: true;
  readonly reason?: string;
  /** Whether only a person ends the period; `until` then equals `since`. */
  readonly stands?: boolean;
}

/** A person's order about a circuit. */
export interface CircuitOrder extends StoredPerson {
  /** `open`: no call is made. `closed`: the failures that opened the circuit are forgotten, once. */
  readonly kind: 'open' | 'closed';
  /** Distinguishes this order from the one before it. */
  readonly token: string;
  readonly reason?: string;
  readonly at: Date;
  /** When an `open` order ends; if absent, with the next order. */
  readonly until?: Date;
}

/** The circuit as stored. */
export interface Circuit {
  /** If it opened because of failures: when it closes, or last closed. */
  readonly openUntil?: Date;
  /** Oldest first. */
  readonly periods?: readonly CircuitPeriod[];
}

const PERIODS = 50;
/** A circuit that opens again this soon after its period counts as never having closed. */
export const SAME_PERIOD_MS = 60_000;

const known = { $ifNull: ['$circuit.periods', []] };

/** Whether an order keeps its receiver from being called at `now`. */
export function isOrderedOpen(order: CircuitOrder | undefined, now: Date): order is CircuitOrder {
  return order?.kind === 'open' && !(order.until && order.until <= now);
}

/** The update by which a circuit that opened because of failures is open until `until`. */
export function openUntil(until: Date, now: Date): Document {
  return {
    'circuit.openUntil': { $max: ['$circuit.openUntil', until] },
    'circuit.periods': { $slice: [periodsAfter(until, now), -PERIODS] },
  };
}

/** The update by which the periods end that an order ends, and one begins if the order is to open. */
export function periodsUnder({ kind, by, byMember, reason, at, until }: CircuitOrder): Document {
  const period = {
    since: at,
    by,
    ...(byMember && { byMember }),
    reason,
    ...(until ? { until } : { until: at, stands: true }),
  };
  const begun = { $literal: kind === 'open' ? [period] : [] };
  return { 'circuit.periods': { $slice: [{ $concatArrays: [endedAt(at), begun] }, -PERIODS] } };
}

function endedAt(at: Date): Document {
  const isOver = { $not: { $or: ['$$period.stands', { $gt: ['$$period.until', at] }] } };
  const ended = { $mergeObjects: ['$$period', { until: at, stands: false }] };
  return { $map: { input: known, as: 'period', in: { $cond: [isOver, '$$period', ended] } } };
}

function periodsAfter(until: Date, now: Date): Document {
  const goesOn = {
    $and: [
      { $gte: ['$$last.until', new Date(now.getTime() - SAME_PERIOD_MS)] },
      { $eq: [{ $type: '$$last.by' }, 'missing'] },
    ],
  };
  const prolonged = { since: '$$last.since', until: { $max: ['$$last.until', until] } };
  const allButLast = {
    $filter: { input: known, as: 'period', cond: { $ne: ['$$period', '$$last'] } },
  };
  return {
    $let: {
      vars: { last: { $last: known } },
      in: {
        $cond: [
          goesOn,
          { $concatArrays: [allButLast, [prolonged]] },
          { $concatArrays: [known, [{ since: now, until }]] },
        ],
      },
    },
  };
}

/** The order to close that a circuit obeys: one that opened before is closed. */
export function closingToken(order: CircuitOrder | undefined): string | undefined {
  return order?.kind === 'closed' ? order.token : undefined;
}
