/** Parses instants in ISO 8601, which allows omitted seconds and more offset notations than RFC 3339 and zod. */
import { z } from 'zod';

const form = /^(\d{4}-\d\d-\d\dT\d\d:\d\d)(:\d\d(?:\.\d+)?)?(Z|[+-]\d\d(?::?\d\d)?)?$/;
const strict = z.iso.datetime({ offset: true });

/** Returns the instant in UTC with milliseconds; undefined for any other text. Without an offset it is UTC. */
export function isoInstant(text: string): string | undefined {
  const [, minutes, seconds = ':00', offset = 'Z'] = form.exec(text) ?? [];
  if (minutes === undefined) return undefined;
  const read = strict.safeParse(minutes + seconds + offset.replace(/^(.\d\d):?(\d\d)?$/, fullOffset));
  return read.success ? new Date(read.data).toISOString() : undefined;
}

function fullOffset(_offset: string, hours: string, minutes = '00'): string {
  return `${hours}:${minutes}`;
}
