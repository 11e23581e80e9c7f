/** What a named time zone says about an instant. The only file that asks luxon for the time zone database. */
import { IANAZone } from 'luxon';

const msPerMinute = 60_000;
const maxCachedMinutes = 2_000;

// Asking the platform costs microseconds, and leads of one minute all ask the same; clocks change on the minute.
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

/** Answers the first of `names` that is a known IANA time zone, else UTC. Blank and unknown names are passed over. */
export function resolveTimeZone(...names: readonly (string | undefined)[]): string {
  return names.find((name) => name !== undefined && name !== '' && IANAZone.create(name).isValid) ?? 'UTC';
}
