/** Calendar months of a time zone. */
import { localDay } from './moment.js';
import { instantOfWallTime } from './wall-time.js';

/** A month by the local calendar: at or after `from` and before `before`. */
export interface Month {
  /** `YYYY-MM`. */
  readonly key: string;
  readonly from: Date;
  readonly before: Date;
}

/** The month `YYYY-MM` in `zone`; `this` is the one of `now`, and `last` the one before it. */
export function monthIn(zone: string, named: string, now: Date): Month {
  const today = new Date(localDay(now, zone));
  const [year, month] =
    named === 'this' || named === 'last'
      ? [today.getUTCFullYear(), today.getUTCMonth() - (named === 'last' ? 1 : 0)]
      : [Number(named.slice(0, 4)), Number(named.slice(5)) - 1];
  const first = Date.UTC(year, month, 1);
  const beginningOf = (dayMs: number) => new Date(instantOfWallTime(zone, dayMs, 'earlier'));
  return {
    key: new Date(first).toISOString().slice(0, 7),
    from: beginningOf(first),
    before: beginningOf(Date.UTC(year, month + 1, 1)),
  };
}
