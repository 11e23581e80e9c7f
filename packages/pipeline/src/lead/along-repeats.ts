/** What is known of a submission that repeats a delivery, and so is not decided anew, is what was known of that one. */
import type { SubmissionRecord } from '@sluice/contracts';
import type { TenantStores } from '@sluice/store';

/** The first answer of `ask` about the submission, or the one that it repeats, and so on; undefined if there is none. */
export async function alongRepeats<Answer>(
  { submissions }: Pick<TenantStores, 'submissions'>,
  { submissionId, retryOf }: Pick<SubmissionRecord, 'submissionId' | 'retryOf'>,
  ask: (submissionId: string) => Promise<Answer | undefined>,
): Promise<Answer | undefined> {
  for (let of = submissionId, repeats = retryOf; ;) {
    const answer = await ask(of);
    if (answer !== undefined || repeats === undefined) return answer;
    of = repeats;
    repeats = (await submissions.find(of))?.retryOf;
  }
}
