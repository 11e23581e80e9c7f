/** Until when a lead may be returned. Days are those of the campaign's time zone. */
import { localDay } from '../time/moment.js';

const dayMs = 86_400_000;

/** The last day, `YYYY-MM-DD`, on which a lead that was sold at `soldAt` may be returned. */
export function lastDayOfReturn(soldAt: Date, windowDays: number, zone: string): string {
  return new Date(lastDay(soldAt, windowDays, zone)).toISOString().slice(0, 10);
}

/** Whether `now` is after the last day on which the lead may be returned. */
export function isTooLate(soldAt: Date, windowDays: number, zone: string, now: Date): boolean {
  return localDay(now, zone) > lastDay(soldAt, windowDays, zone);
}

function lastDay(soldAt: Date, windowDays: number, zone: string): number {
  return localDay(soldAt, zone) + windowDays * dayMs;
}
