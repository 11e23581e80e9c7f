/** The failpoint between two writes of one step. */

/** Called and awaited when a step passes `place`; a test ends the process there. */
export type FailpointHook = (
  place: 'before-planned-item' | 'between-planned-writes' | 'after-report-mark',
) => Promise<void> | undefined;
