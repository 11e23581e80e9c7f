/** What is known of a lead's certificate before it is routed. */
import type { SubmissionRecord } from '@sluice/contracts';
import { consentStatusIn } from '@sluice/domain';
import type { TenantStores } from '@sluice/store';
import { alongRepeats } from '../lead/along-repeats.js';

/**
 * What qualification found out about the certificate: `ok`, or what is wrong with it; undefined if nobody was asked. A
 * repeated delivery is not qualified again, so the one that it repeats says it.
 */
export async function consentBeforeRouting(
  { journal, submissions }: Pick<TenantStores, 'journal' | 'submissions'>,
  submission: Pick<SubmissionRecord, 'submissionId' | 'retryOf'>,
): Promise<string | undefined> {
  return alongRepeats({ submissions }, submission, async (submissionId) => {
    const { decision } = await journal.qualification(submissionId);
    return decision && consentStatusIn(decision.trace);
  });
}
