/**
 * Acceptance: the durable write behind every 202. One group commit serves concurrent submissions: first all their
 * submissions, because a submission carries everything that is needed, and then their leads.
 */
import type { SubmissionRecord } from '@sluice/contracts';
import type { Collection } from 'mongodb';
import type { InsertOutcome } from './batched-collection.js';
import { createCommit } from './commit/commit.js';
import type { BulkWriter } from './commit/ordered-writes.js';
import { insertPhase } from './commit/phases.js';
import { leadDocument, type LeadDocument, type SearchableLead } from './leads.js';
import { submissionDocument, type SubmissionDocument } from './submissions.js';

/** A submission to make durable, with its lead if that is new. */
export interface Accepted {
  readonly submission: SubmissionRecord;
  readonly newLead?: SearchableLead;
}

/** Makes a submission durable; `exists` means that it already was, under the same ids. */
export type Accept = (accepted: Accepted) => Promise<InsertOutcome>;

export function createAcceptance(
  writer: BulkWriter,
  submissions: Collection<SubmissionDocument>,
  leads: Collection<LeadDocument>,
): Accept {
  const commit = createCommit(
    writer,
    // The lead of a submission that exists may be missing.
    { submissions: insertPhase(submissions, { goesOn: true, seesOwn: false }), leads: insertPhase(leads) },
    // Two concurrent groups would each be half as large, and so would the batches of their leads.
    { maxInFlight: 1 },
  );
  return async ({ submission, newLead }) => {
    const outcome = await commit({
      submissions: [submissionDocument(submission)],
      ...(newLead && { leads: [leadDocument(newLead)] }),
    });
    return outcome?.submissions?.[0] === 'exists' ? 'exists' : 'inserted';
  };
}
