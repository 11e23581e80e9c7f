/** Whether a text names a time zone, remembered because asking the platform costs tens of microseconds. */

const known = new Set<string>();

// A name may be written in any case, so the memory must not grow with what strangers send.
const memoryLimit = 2_000;

/** Says whether `name` is an IANA time zone name that the platform knows; bare offsets are not names. */
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
