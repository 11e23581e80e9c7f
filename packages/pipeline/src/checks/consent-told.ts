/** What is known of a lead's certificate before it is routed. */
import type { SubmissionRecord } from '@sluice/contracts';
import { consentStatusIn } from '@sluice/domain';
import type { TenantStores } from '@sluice/store';

/**
 * What qualification found out about the certificate: `ok`, or what is wrong with it; undefined if nobody was asked. A
 * repeated delivery is not qualified again, so the one that it repeats says it.
 */
export async function consentBeforeRouting(
  { journal, submissions }: Pick<TenantStores, 'journal' | 'submissions'>,
  { submissionId, retryOf }: Pick<SubmissionRecord, 'submissionId' | 'retryOf'>,
): Promise<string | undefined> {
  let of: string | undefined = submissionId;
  for (let repeats = retryOf; of !== undefined;) {
    const { decision } = await journal.qualification(of);
    const status = decision && consentStatusIn(decision.trace);
    if (status !== undefined || repeats === undefined) return status;
    of = repeats;
    repeats = (await submissions.find(of))?.retryOf;
  }
  return undefined;
}
