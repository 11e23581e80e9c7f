/**
 * Acceptance: the durable write behind every 202. One group commit serves concurrent submissions: first all their
 * submissions, because a submission carries everything that is needed, then their leads.
 */
import type { SubmissionRecord } from '@sluice/contracts';
import type { Collection } from 'mongodb';
import { leadDocument, type LeadDocument, type SearchableLead } from './leads.js';
import type { FailpointHook } from './failpoint-hook.js';
import { insertEach, type InsertOutcome } from './batched-collection.js';
import { batchCalls } from '@sluice/batching';
import { submissionDocument, type SubmissionDocument } from './submissions.js';

/** A submission to make durable, with its lead if that is new. */
export interface Accepted {
  readonly submission: SubmissionRecord;
  readonly newLead?: SearchableLead;
}

/** Makes a submission durable; `exists` means that it already was, under the same ids. */
export type Accept = (accepted: Accepted) => Promise<InsertOutcome>;

export function createAcceptance(
  submissions: Collection<SubmissionDocument>,
  leads: Collection<LeadDocument>,
  failpointHook: FailpointHook,
): Accept {
  return batchCalls<Accepted, InsertOutcome>(
    async (batch) => {
      const outcomes = await insertEach(
        submissions,
        batch.map(({ submission }) => submissionDocument(submission)),
      );
      const following = batch.flatMap(({ newLead }, index) =>
        newLead && !(outcomes[index] instanceof Error) ? [{ index, lead: leadDocument(newLead) }] : [],
      );
      for (const { submission } of batch) await failpointHook('after-submission-before-lead', submission);
      if (following.length === 0) return outcomes;
      const leadOutcomes = await insertEach(
        leads,
        following.map(({ lead }) => lead),
      );
      // No answer may say that a lead was accepted if it cannot be stored; no sweep would repair an imported
      // one.
      for (const [place, { index }] of following.entries()) {
        const outcome = leadOutcomes[place];
        if (outcome instanceof Error) outcomes[index] = outcome;
      }
      return outcomes;
    },
    // Two concurrent groups would each be half as large, and so would the batches of their leads.
    { maxInFlight: 1 },
  );
}
