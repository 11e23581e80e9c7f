/**
 * Whether a text is a time zone name. Results are cached, because a query to the platform costs tens of microseconds.
 */

const known = new Set<string>();

// A name may be written in any case, so the cache must not grow with arbitrary input.
const memoryLimit = 2_000;

/** Whether `name` is an IANA time zone name that the platform knows; bare offsets are not names. */
export function isTimeZone(name: string): boolean {
  if (known.has(name)) return true;
  if (!/^[A-Za-z][A-Za-z0-9_+/-]{1,63}$/.test(name)) return false;
  try {
    new Intl.DateTimeFormat('en-US', { timeZone: name });
  } catch {
    return false;
  }
  if (known.size < memoryLimit) known.add(name);
  return true;
}

/** The name of a zone as the platform writes it, for whatever is kept by zone; any other text stays. */
export function timeZoneAsKnown(name: string): string {
  if (!isTimeZone(name)) return name;
  return new Intl.DateTimeFormat('en-US', { timeZone: name }).resolvedOptions().timeZone;
}
