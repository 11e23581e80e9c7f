/** Other times and time zones to run the tests at, and how to fake them for a process. */

/** A clock that starts at another time and then runs normally. */
export interface FakedClock {
  /** ISO 8601, in UTC. */
  readonly startsAt: string;
  /** The time zone of the machine, as in `TZ`. */
  readonly zone: string;
  /** Why this time matters, for people. */
  readonly because: string;
}

/**
 * The clocks under which `npm run test:nightly` runs the whole suite: half an hour after midnight, and a quarter of an
 * hour before.
 */
export const fakedClocks: readonly FakedClock[] = [
  {
    startsAt: '2027-10-31T00:30:00Z',
    zone: 'Europe/Berlin',
    because: 'the last day of a month, in the hour that comes twice because clocks go back',
  },
  {
    startsAt: '2030-03-31T23:45:00Z',
    zone: 'Pacific/Kiritimati',
    because:
      'a quarter of an hour before the month turns in UTC, on the day that clocks went forward in Europe',
  },
];

/**
 * The environment of a process with `clock`, and of all its child processes: libfaketime is loaded into each. `library`
 * is its full path, `nowMs` the true time.
 */
export function fakedEnvironment(
  env: NodeJS.ProcessEnv,
  library: string,
  { startsAt, zone }: FakedClock,
  nowMs: number,
): NodeJS.ProcessEnv {
  const aheadSeconds = Math.round((Date.parse(startsAt) - nowMs) / 1000);
  return {
    ...env,
    TZ: zone,
    // The allocator of redis-server asks for the time before libfaketime is ready, and redis-server never starts;
    // libc's allocator in front of it avoids that.
    LD_PRELOAD: [library, 'libc.so.6', env['LD_PRELOAD']].filter(Boolean).join(':'),
    // An offset rather than an instant, so that processes that start one after another agree.
    FAKETIME: `${aheadSeconds < 0 ? '' : '+'}${aheadSeconds}s`,
    // Timers and time limits measure real time. The "fix" would make MongoDB's waits end at once, in a loop.
    FAKETIME_DONT_FAKE_MONOTONIC: '1',
    FAKETIME_FORCE_MONOTONIC_FIX: '0',
    NO_FAKE_STAT: '1',
  };
}
