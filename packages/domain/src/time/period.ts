/** The periods of delivery limits (§2.1.5). They turn by the local clock of a time zone. */
import type { DeliveryLimit } from '@sluice/contracts';
import { DateTime, type DateTimeUnit } from 'luxon';
import { instantOfWallTime, wallTimeAt } from './wall-time.js';

/** The types of period that a limit can count in. */
export type PeriodType = DeliveryLimit['type'];

/** One period. Its key is its name in the local calendar; without an end it never turns. */
export interface Period {
  readonly key: string;
  readonly start: Date;
  readonly end?: Date;
}

const lifetime: Period = { key: 'all', start: new Date(0) };

/**
 * The period of `type` that contains `now`, by the local clock of `zone`: hours turn on the hour, days and months at
 * midnight, weeks at midnight on Monday. An hour that the clock shows twice is one period. The end is later than `now`.
 */
export function periodAt(type: PeriodType, zone: string, now: Date): Period {
  if (type === 'lifetime') return lifetime;
  const cached = lastPeriods[type];
  const last = cached.get(zone);
  if (last?.end && last.start <= now && now < last.end) return last;

  const period = computePeriod(type, zone, now.getTime());
  cached.set(zone, period);
  return period;
}

// Leads arrive in chronological order, so the last period of each zone answers nearly every call.
const lastPeriods = {
  monthly: new Map<string, Period>(),
  weekly: new Map<string, Period>(),
  daily: new Map<string, Period>(),
  hourly: new Map<string, Period>(),
};

interface Shape {
  readonly unit: DateTimeUnit;
  readonly keyOf: (start: DateTime) => string;
}

const shapes: Record<Exclude<PeriodType, 'lifetime'>, Shape> = {
  monthly: { unit: 'month', keyOf: (start) => start.toFormat('yyyy-MM') },
  weekly: { unit: 'week', keyOf: (start) => start.toFormat("kkkk-'W'WW") },
  daily: { unit: 'day', keyOf: (start) => start.toFormat('yyyy-MM-dd') },
  hourly: { unit: 'hour', keyOf: (start) => start.toFormat("yyyy-MM-dd'T'HH") },
};

function computePeriod(type: Exclude<PeriodType, 'lifetime'>, zone: string, nowMs: number): Period {
  const { unit, keyOf } = shapes[type];
  const wall = DateTime.fromMillis(wallTimeAt(zone, nowMs), { zone: 'utc' });
  const start = wall.startOf(unit);
  const next = start.plus({ [unit]: 1 }).toMillis();
  const turn = instantOfWallTime(zone, next, 'earlier');
  return {
    key: keyOf(start),
    start: new Date(instantOfWallTime(zone, start.toMillis(), 'earlier')),
    // If clocks go back across the turn itself, its first occurrence may already have passed.
    end: new Date(turn > nowMs ? turn : instantOfWallTime(zone, next, 'later')),
  };
}
