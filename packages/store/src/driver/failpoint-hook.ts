/** The failpoint between two writes of one step. */

/** Called and awaited when a step passes `place`; a test ends the process there. */
export type FailpointHook = (
  place: 'between-planned-writes' | 'after-report-mark',
) => Promise<void> | undefined;
