/** The attempts of a loaded delivery. */
import type { LoadedSubmission } from '@sluice/pipeline';
import type { AttemptsOf } from '@sluice/store';

/** Identifies the attempts that this generation of the delivery has made. */
export function attemptsOf({ submission, generation }: LoadedSubmission<'delivery'>): AttemptsOf {
  return { submissionId: submission.submissionId, generation };
}
