/** The variables that determine the time of a process: its time zone, and a faked clock loaded into it. */

const decidesTheTime = /^(TZ|LD_PRELOAD|NO_FAKE_STAT|FAKETIME\w*)$/;

/**
 * The variables of `env` that give another process the same clock as this one. A process that is started with an
 * environment of its own must get them, or its time would differ from that of its stores.
 */
export function clockVariables(
  env: Readonly<Record<string, string | undefined>>,
): Readonly<Record<string, string>> {
  const found = Object.entries(env).filter(
    (entry): entry is [string, string] => decidesTheTime.test(entry[0]) && entry[1] !== undefined,
  );
  return Object.fromEntries(found);
}
