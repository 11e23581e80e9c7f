/**
 * Acceptance: the durable write behind every 202. One group commit serves concurrent submissions. It is one ordered
 * command with first all their submissions, because a submission carries everything that is needed, and then their
 * leads.
 */
import type { SubmissionRecord } from '@sluice/contracts';
import { batchCalls } from '@sluice/batching';
import type { Collection } from 'mongodb';
import type { InsertOutcome } from './batched-collection.js';
import { leadDocument, type LeadDocument, type SearchableLead } from './leads.js';
import { apartFromOdd } from './odd-documents.js';
import { insertInOrder, type BulkWriter, type Insert } from './ordered-inserts.js';
import { submissionDocument, type SubmissionDocument } from './submissions.js';

/** A submission to make durable, with its lead if that is new. */
export interface Accepted {
  readonly submission: SubmissionRecord;
  readonly newLead?: SearchableLead;
}

/** Makes a submission durable; `exists` means that it already was, under the same ids. */
export type Accept = (accepted: Accepted) => Promise<InsertOutcome>;

/** An insert, and the position of its submission in the group. */
interface Write extends Insert {
  readonly of: number;
  readonly isLead: boolean;
}

export function createAcceptance(
  writer: BulkWriter,
  submissions: Collection<SubmissionDocument>,
  leads: Collection<LeadDocument>,
): Accept {
  async function insertAll(group: readonly Accepted[]): Promise<(InsertOutcome | Error)[]> {
    const outcomes: (InsertOutcome | Error)[] = group.map(() => 'inserted');
    const writes: readonly Write[] = [
      ...group.map(({ submission }, of) => ({
        ...{ of, isLead: false, collection: submissions },
        document: submissionDocument(submission),
      })),
      ...group.flatMap(({ newLead }, of) =>
        newLead ? [{ of, isLead: true, collection: leads, document: leadDocument(newLead) }] : [],
      ),
    ];
    await insertInOrder(writer, writes, {
      made: () => undefined,
      refused({ of, isLead }, refusal, behind) {
        // No answer may say that a lead was accepted if it cannot be stored; no sweep would repair an imported one.
        if (refusal instanceof Error || !isLead) outcomes[of] = refusal;
        return refusal instanceof Error ? behind.filter((write) => write.of !== of) : behind;
      },
    });
    return outcomes;
  }

  return batchCalls<Accepted, InsertOutcome>(
    (group) => apartFromOdd(group, documentsOf, insertAll),
    // Two concurrent groups would each be half as large, and so would the batches of their leads.
    { maxInFlight: 1 },
  );
}

function documentsOf({ submission, newLead }: Accepted): object {
  return { submission: submissionDocument(submission), lead: newLead && leadDocument(newLead) };
}
