/** What decides which time a process believes it is: its time zone, and a faked clock that was loaded into it. */

const decidesTheTime = /^(TZ|LD_PRELOAD|NO_FAKE_STAT|FAKETIME\w*)$/;

/**
 * The variables of `env` that a process needs to have the same clock as this one. A process that is started with an
 * environment of its own gets them, or it would live at another time than its stores.
 */
export function clockVariables(
  env: Readonly<Record<string, string | undefined>>,
): Readonly<Record<string, string>> {
  const found = Object.entries(env).filter(
    (entry): entry is [string, string] => decidesTheTime.test(entry[0]) && entry[1] !== undefined,
  );
  return Object.fromEntries(found);
}
