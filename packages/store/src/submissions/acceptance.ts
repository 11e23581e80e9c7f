/**
 * Acceptance: the durable write behind every 202. One group commit serves concurrent submissions: first all their
 * submissions, because a submission carries everything that is needed, and then their leads, between two marks for
 * reports.
 */
import type { SubmissionRecord } from '@sluice/contracts';
import { createCommit } from '../commit/commit.js';
import type { BulkWriter } from '../commit/ordered-writes.js';
import { insertPhase, statementPhase } from '../commit/phases.js';
import { leadDocument, type SearchableLead } from '../leads/leads.js';
import { markStatements } from '../reports/report-marks.js';
import type { StoreCollections } from '../registry/collections.js';
import { submissionDocument } from './submission-document.js';

/** A submission to make durable, with its lead if that is new. */
export interface Accepted {
  readonly submission: SubmissionRecord;
  readonly newLead?: SearchableLead;
}

/** Makes a submission durable; `exists` means that it already was, under the same ids. */
export type Accept = (accepted: Accepted) => Promise<'inserted' | 'exists'>;

export function createAcceptance(
  writer: BulkWriter,
  { submissions, leads, reportMarks }: Pick<StoreCollections, 'submissions' | 'leads' | 'reportMarks'>,
): Accept {
  const mark = statementPhase(reportMarks, markStatements);
  const commit = createCommit(
    writer,
    // The lead of a submission that exists may be missing.
    {
      marked: mark,
      submissions: insertPhase(submissions, { goesOn: true, seesOwn: false }),
      leads: insertPhase(leads),
      markedAgain: mark,
    },
    // Two concurrent groups would each be half as large, and so would the batches of their leads.
    { maxInFlight: 1 },
  );
  return async ({ submission, newLead }) => {
    const { tenantId, acceptedAt, isTest } = submission;
    // Without its lead, a submission is in no report.
    const marks = newLead && !isTest ? [{ tenantId, receivedAt: acceptedAt }] : [];
    const outcome = await commit({
      marked: marks,
      submissions: [submissionDocument(submission)],
      leads: newLead && [leadDocument(newLead)],
      markedAgain: marks,
    });
    return outcome?.submissions?.[0] === 'exists' ? 'exists' : 'inserted';
  };
}
