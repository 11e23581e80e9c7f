/** The spans of time that reports count by: hours, or quarters of an hour, or the days of a time zone. */
import type { Document } from 'mongodb';
import type { Piece } from './pieces.js';

/** How the database tells the span in which a lead came in, and the one in which it ended. */
export interface Span {
  readonly from: (date: string | Document) => Document;
  readonly at: (date: string | Document) => Document;
}

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

/** Spans of the same length that begin at full hours of UTC. */
export type ShortSpan = 'hour' | 'quarter';
export const shortSpans: readonly ShortSpan[] = ['hour', 'quarter'];
export const lengthMs: Readonly<Record<ShortSpan, number>> = { hour: HOUR_MS, quarter: 15 * MINUTE_MS };

/** The longest short span of which these days have whole ones. */
export function shortSpanOf(days: readonly Piece[]): ShortSpan {
  return days.every(({ from, before }) => isFull(from) && isFull(before)) ? 'hour' : 'quarter';
}

const isFull = (at: Date) => at.getTime() % HOUR_MS === 0;

/** The beginning of the hour. */
export function hourOf(at: Date): number {
  return Math.floor(at.getTime() / HOUR_MS) * HOUR_MS;
}

/** The beginnings of the hours that lie in a piece, as a whole or in part. */
export function hoursOf({ from, before }: Piece): readonly number[] {
  const hours: number[] = [];
  for (let hour = hourOf(from); hour < before.getTime(); hour += HOUR_MS) hours.push(hour);
  return hours;
}

/** The beginnings of the short spans of a piece. */
export function beginningsOf(span: ShortSpan, { from, before }: Piece): readonly Date[] {
  const count = Math.ceil((before.getTime() - from.getTime()) / lengthMs[span]);
  return Array.from({ length: count }, (_, n) => new Date(from.getTime() + n * lengthMs[span]));
}

/** Short spans. */
export function spanOf(span: ShortSpan): Span {
  const of = (date: string | Document) => ({
    $dateTrunc: { date, unit: 'minute', binSize: lengthMs[span] / MINUTE_MS },
  });
  return { from: of, at: of };
}

/** The day of what came in on `day`. What became of it is told by these later days, so that the database need know no zone. */
export function dayOf(day: Piece, later: readonly Piece[]): Span {
  const beginnings = later.map(({ from }) => from);
  return {
    from: () => ({ $literal: day.from }),
    at: (date) => ({ $let: { vars: { date }, in: lastBefore('$$date', beginnings) } }),
  };
}

// The last of some instants, in order, that is not after `date`; the first if all are.
function lastBefore(date: string, instants: readonly Date[]): Document {
  if (instants.length === 1) return { $literal: instants[0] };
  const middle = instants.length >> 1;
  return {
    $cond: [
      { $lt: [date, instants[middle]] },
      lastBefore(date, instants.slice(0, middle)),
      lastBefore(date, instants.slice(middle)),
    ],
  };
}

/** The same of an instant in memory. */
export function dayAt(at: Date, days: readonly Piece[]): Date {
  const after = days.findIndex(({ before }) => at < before);
  return (days[after < 0 ? days.length - 1 : after] as Piece).from;
}
