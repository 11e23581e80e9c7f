/** The hours in which nobody is texted or called: outside 08:00–21:00 where the person may be. */
import { instantOfWallTime, wallTimeAt } from './wall-time.js';

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;
const wakesMs = 8 * hourMs;
const sleepsMs = 21 * hourMs;

/**
 * The first instant, `from` or later, at which it is between 08:00 and 21:00 in every one of `zones`, which are known
 * names a few hours apart.
 */
export function firstOutsideQuietHours(zones: readonly string[], from: Date): Date {
  let ms = from.getTime();
  for (let before = Number.NaN; before !== ms;) {
    before = ms;
    for (const zone of zones) ms = firstOutsideQuietHoursIn(zone, ms);
  }
  return new Date(ms);
}

function firstOutsideQuietHoursIn(zone: string, ms: number): number {
  const wallMs = wallTimeAt(zone, ms);
  const day = Math.floor(wallMs / dayMs) * dayMs;
  const timeOfDayMs = wallMs - day;
  if (timeOfDayMs >= wakesMs && timeOfDayMs < sleepsMs) return ms;
  const morning = timeOfDayMs < wakesMs ? day : day + dayMs;
  return instantOfWallTime(zone, morning + wakesMs, 'earlier');
}

/**
 * When a call or a message may go that begins at `from` and has reached the vendor by `by`: undefined if it may go now,
 * else the first instant at or after 08:00 in every one of `zones`.
 */
export function quietUntil(zones: readonly string[], from: Date, by: Date): Date | undefined {
  for (const instant of [from, by]) {
    const open = firstOutsideQuietHours(zones, instant);
    if (open > instant) return open;
  }
  return undefined;
}
