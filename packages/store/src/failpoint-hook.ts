/** The places between two writes of one step that somebody may want to know of. */
import type { SubmissionRecord } from '@sluice/contracts';

/** Is told that a place is passed, and with which submission, and is awaited; a test ends the process there. */
export type Passing = (
  place: 'after-submission-before-lead' | 'between-reservations',
  submission?: SubmissionRecord,
) => Promise<void> | undefined;
