/** The offset of a named time zone at an instant. The only file that queries luxon for the time zone database. */
import { IANAZone } from 'luxon';

const msPerMinute = 60_000;
const maxCachedMinutes = 2_000;

// A query costs microseconds, and all leads of a minute need the same; clocks change only on the minute.
const offsetsByMinute = new Map<string, Map<number, number>>();

/** How far local time in `zone` is ahead of UTC at an instant, in milliseconds. `zone` must be a known name. */
export function offsetMs(zone: string, instantMs: number): number {
  if (zone === 'UTC') return 0;
  const minute = Math.floor(instantMs / msPerMinute);
  let offsets = offsetsByMinute.get(zone);
  if (!offsets) offsetsByMinute.set(zone, (offsets = new Map<number, number>()));
  let offset = offsets.get(minute);
  if (offset === undefined) {
    if (offsets.size >= maxCachedMinutes) offsets.clear();
    offset = IANAZone.create(zone).offset(minute * msPerMinute) * msPerMinute;
    offsets.set(minute, offset);
  }
  return offset;
}

/** Returns the first of `names` that is a known IANA time zone, or else UTC. Blank and unknown names are skipped. */
export function resolveTimeZone(...names: readonly (string | undefined)[]): string {
  return names.find((name) => name !== undefined && name !== '' && IANAZone.create(name).isValid) ?? 'UTC';
}
