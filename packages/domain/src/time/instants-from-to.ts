/** Ranges of days and instants, as lists and reports ask for them. */
import { parseMoment } from './moment.js';
import { instantOfWallTime } from './wall-time.js';

const dayMs = 86_400_000;

/** Instants at or after `from` and before `before`; without either, the range is open there. */
export interface InstantRange {
  readonly from?: Date;
  readonly before?: Date;
}

/** The instants from `from` to `to`, both included: dates are whole days in `zone`. What is neither date nor instant is open. */
export function instantsFromTo(from: string | undefined, to: string | undefined, zone: string): InstantRange {
  const [first, last] = [parseMoment(from), parseMoment(to)];
  const startOf = (day: number) => new Date(instantOfWallTime(zone, day, 'earlier'));
  return {
    from: first && (first.kind === 'date' ? startOf(first.dayMs) : new Date(first.ms)),
    before: last && (last.kind === 'date' ? startOf(last.dayMs + dayMs) : new Date(last.ms + 1)),
  };
}
