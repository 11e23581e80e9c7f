/**
 * Acceptance: the durable write behind every 202. One group commit serves concurrent submissions. It is one ordered
 * command with first all their submissions, because a submission carries everything that is needed, and then their
 * leads.
 */
import type { SubmissionRecord } from '@sluice/contracts';
import { batchCalls } from '@sluice/batching';
import type { Collection } from 'mongodb';
import { insertEach, type InsertOutcome } from './batched-collection.js';
import { leadDocument, type LeadDocument, type SearchableLead } from './leads.js';
import { apartFromOdd } from './odd-documents.js';
import { inserts, writeUntilRefused, type BulkWriter } from './ordered-writes.js';
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
  async function insertAll(group: readonly Accepted[]): Promise<(InsertOutcome | Error)[]> {
    const newLeads = group.flatMap(({ newLead }) => (newLead ? [leadDocument(newLead)] : []));
    const refused = await writeUntilRefused(writer, [
      ...inserts(
        submissions,
        group.map(({ submission }) => submissionDocument(submission)),
      ),
      ...inserts(leads, newLeads),
    ]);
    return refused ? insertRest(group, refused.index) : group.map(() => 'inserted');
  }

  // Repeated submissions come together, after an outage, so the rest is not stopped by each of them.
  async function insertRest(group: readonly Accepted[], made: number): Promise<(InsertOutcome | Error)[]> {
    const inserted = group.slice(0, made).map(() => 'inserted' as const);
    const rest = group.slice(made).map(({ submission }) => submissionDocument(submission));
    const outcomes = [...inserted, ...(rest.length > 0 ? await insertEach(submissions, rest) : [])];
    const following = group.flatMap(({ newLead }, of) =>
      newLead && !(outcomes[of] instanceof Error) ? [{ of, document: leadDocument(newLead) }] : [],
    );
    if (following.length === 0) return outcomes;
    const ofLeads = await insertEach(
      leads,
      following.map(({ document }) => document),
    );
    // No answer may say that a lead was accepted if it cannot be stored; no sweep would repair an imported one.
    for (const [place, { of }] of following.entries()) {
      const outcome = ofLeads[place];
      if (outcome instanceof Error) outcomes[of] = outcome;
    }
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
