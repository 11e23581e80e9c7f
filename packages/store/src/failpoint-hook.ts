/** The failpoints between two writes of one step. */
import type { SubmissionRecord } from '@sluice/contracts';

/** Called and awaited when a step passes `place` with that submission; a test ends the process there. */
export type FailpointHook = (
  place: 'after-submission-before-lead' | 'between-reservations',
  submission?: SubmissionRecord,
) => Promise<void> | undefined;
