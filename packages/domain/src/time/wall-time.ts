/**
 * Conversion between an instant and local wall time. A wall time is stored as the milliseconds of the same time in UTC,
 * so that calendar arithmetic needs no time zone until the end.
 */
import { offsetMs } from './time-zone.js';

const dayMs = 86_400_000;

/** The wall time in `zone` at an instant. */
export function wallTimeAt(zone: string, instantMs: number): number {
  return instantMs + offsetMs(zone, instantMs);
}

/**
 * The instant at which the clock in `zone` shows `wallMs`. If that time is skipped, the first instant after the gap; if
 * it occurs twice, the one chosen by `whenRepeated`.
 */
export function instantOfWallTime(zone: string, wallMs: number, whenRepeated: 'earlier' | 'later'): number {
  // No zone is more than a day from UTC, so these are the offsets before and after any change nearby.
  const before = offsetMs(zone, wallMs - dayMs);
  const after = offsetMs(zone, wallMs + dayMs);
  if (before === after) return wallMs - before;

  const shown = [wallMs - before, wallMs - after].filter((instant) => wallTimeAt(zone, instant) === wallMs);
  if (shown.length === 0) return firstInstantShowing(zone, wallMs);
  return whenRepeated === 'earlier' ? Math.min(...shown) : Math.max(...shown);
}

// Around a gap the clock only jumps forward, so the first instant past `wallMs` can be found by binary search.
function firstInstantShowing(zone: string, wallMs: number): number {
  let tooEarly = wallMs - dayMs;
  let late = wallMs + dayMs;
  while (late - tooEarly > 1) {
    const middle = Math.floor((tooEarly + late) / 2);
    if (wallTimeAt(zone, middle) < wallMs) tooEarly = middle;
    else late = middle;
  }
  return late;
}
