/** When a campaign accepts leads (§2.1.6): the windows of a weekly schedule as instants. */
import { weekdays, type DeliverySchedule, type ScheduleDay } from '@sluice/contracts';
import { localDay } from './moment.js';
import { resolveTimeZone } from './time-zone.js';
import { instantOfWallTime } from './wall-time.js';

/** Whether a campaign is open, and if not, when it next will be; without `opensAt` it never will. */
export type WindowDecision = { readonly kind: 'open' } | { readonly kind: 'closed'; readonly opensAt?: Date };

interface Window {
  readonly opensMs: number;
  readonly closesMs: number;
}

const minuteMs = 60_000;
const dayMs = 86_400_000;

// A clock change can skip a weekly window once; two weeks always include the next one.
const daysAhead = 15;

/**
 * Says whether a campaign accepts leads at `now`, and if not, when it next will. Hours are in the schedule's own time
 * zone, or else in `fallbackTimezone`. A day without an active entry is closed all day; an empty schedule never closes.
 */
export function deliveryWindow(
  schedule: DeliverySchedule | undefined,
  now: Date,
  fallbackTimezone: string,
): WindowDecision {
  if (!schedule || schedule.specificDays.length === 0) return { kind: 'open' };
  const zone = resolveTimeZone(schedule.timezone, fallbackTimezone);
  const entries = schedule.specificDays.filter(({ active }) => active !== false);
  const nowMs = now.getTime();
  const today = localDay(now, zone);

  // Yesterday's windows may extend past midnight into today.
  let opensMs = Infinity;
  for (let day = today - dayMs; day <= today + daysAhead * dayMs; day += dayMs) {
    for (const window of windowsOn(day, entries, zone)) {
      if (window.opensMs <= nowMs && nowMs < window.closesMs) return { kind: 'open' };
      if (window.opensMs > nowMs && window.opensMs < window.closesMs) {
        opensMs = Math.min(opensMs, window.opensMs);
      }
    }
    if (opensMs < Infinity) break;
  }
  return opensMs === Infinity ? { kind: 'closed' } : { kind: 'closed', opensAt: new Date(opensMs) };
}

function windowsOn(day: number, entries: readonly ScheduleDay[], zone: string): Window[] {
  const weekday = weekdays[(new Date(day).getUTCDay() + 6) % 7];
  return entries
    .filter((entry) => entry.day === weekday)
    .map((entry) => {
      const start = minutesOf(entry.startTime ?? '00:00');
      const end = minutesOf(entry.endTime ?? '24:00');
      const endDay = end <= start ? day + dayMs : day;
      return {
        opensMs: instantOfWallTime(zone, day + start * minuteMs, 'earlier'),
        closesMs: instantOfWallTime(zone, endDay + end * minuteMs, 'later'),
      };
    });
}

function minutesOf(timeOfDay: string): number {
  const [hours, minutes] = timeOfDay.split(':');
  return Number(hours) * 60 + Number(minutes);
}
