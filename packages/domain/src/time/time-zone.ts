/** What a named time zone says about an instant. The only file that asks luxon for the time zone database. */
import { IANAZone } from 'luxon';

const msPerMinute = 60_000;

/** How far local time in `zone` is ahead of UTC at an instant, in milliseconds. `zone` must be a known name. */
export function offsetMs(zone: string, instantMs: number): number {
  return zone === 'UTC' ? 0 : IANAZone.create(zone).offset(instantMs) * msPerMinute;
}

/** Answers the first of `names` that is a known IANA time zone, else UTC. Blank and unknown names are passed over. */
export function resolveTimeZone(...names: readonly (string | undefined)[]): string {
  return names.find((name) => name !== undefined && name !== '' && IANAZone.create(name).isValid) ?? 'UTC';
}
