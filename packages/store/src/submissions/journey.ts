/** The journey of a lead: every submission with its decisions, attempts and effects, in order. */
import type { Effect, LeadRecord, RecordedDecision, SubmissionRecord } from '@sluice/contracts';
import type { GenerationAttempt } from '../journal/attempts.js';
import type { TenantStores } from '../tenant-stores.js';

/** The journey of one submission. */
export interface SubmissionJourney {
  readonly submission: SubmissionRecord;
  readonly decisions: readonly RecordedDecision[];
  readonly attempts: readonly GenerationAttempt[];
  readonly effects: readonly Effect[];
}

/** Everything that happened to a lead. */
export interface Journey {
  readonly lead: LeadRecord;
  readonly submissions: readonly SubmissionJourney[];
  /** The effects that occur once per lead, whichever submission planned them. */
  readonly once: readonly Effect[];
  /** The text messages to the lead, which belong to its conversations. */
  readonly messages: readonly Effect[];
}

/** The journey of one of the tenant's leads; undefined if the tenant has no such lead. */
export async function journeyOf(
  {
    leads,
    submissions,
    journal,
    attempts,
    effects,
  }: Pick<TenantStores, 'attempts' | 'effects' | 'journal' | 'leads' | 'submissions'>,
  leadId: string,
): Promise<Journey | undefined> {
  const lead = await leads.find(leadId);
  if (!lead) return undefined;
  const journeys = await Promise.all(
    (await submissions.ofLead(leadId)).map(async (submission) => {
      const { submissionId } = submission;
      const [decisions, made, planned] = await Promise.all([
        journal.history(submissionId),
        attempts.of(submissionId),
        effects.ofSubmission(submissionId),
      ]);
      return { submission, decisions, attempts: made, effects: planned };
    }),
  );
  const [once, messages] = await Promise.all([effects.onceForLead(leadId), effects.messagesTo(leadId)]);
  return { lead, submissions: journeys, once, messages };
}
