/** What is finished, and so may be deleted by its age: no worker moves it any more, and no operator has yet to decide about it. */
import type { Collection, Filter } from 'mongodb';
import type { LeadDocument } from '../leads.js';
import { keyOf } from '../keys.js';
import type { SubmissionDocument } from '../submissions.js';

/** Statuses of leads that the pipeline or a person has yet to move on. */
export const unfinishedLeadStatuses = ['pending', 'processing', 'qualified', 'queued', 'pending_action'];

/** A submission as it is judged. */
export type JudgedSubmission = Pick<
  SubmissionDocument,
  '_id' | 'tenantId' | 'leadId' | 'status' | 'reason' | 'dueAt' | 'endedAt' | 'placement'
>;

/** What is read of a submission to judge it. */
export const judgedFields = {
  ...{ tenantId: 1, leadId: 1, status: 1, reason: 1, dueAt: 1, endedAt: 1, placement: 1 },
} as const;

/** What is common to all submissions that are over since `before`; whether a person is asked, their leads say. */
export function overSince(before: Date): Filter<SubmissionDocument> {
  return { dueAt: { $exists: false }, reason: { $ne: 'unknown_outcome' }, endedAt: { $lt: before } };
}

/** Whether a submission is over since `before`. */
export function isOver({ dueAt, reason, endedAt }: JudgedSubmission, before: Date): boolean {
  return dueAt === undefined && reason !== 'unknown_outcome' && endedAt !== undefined && endedAt < before;
}

/** Those of `submissions`, all over, about which no person has to decide. */
export async function withoutWaitingForPeople<T extends JudgedSubmission>(
  leads: Collection<LeadDocument>,
  submissions: readonly T[],
): Promise<readonly T[]> {
  const asking = submissions.filter(({ status }) => status === 'pending_action');
  if (asking.length === 0) return submissions;
  const keys = asking.map(({ tenantId, leadId }) => keyOf(tenantId, leadId));
  const waiting = await leads
    .find({ _id: { $in: keys }, status: 'pending_action' }, { projection: { _id: 1 } })
    .toArray();
  const waitingKeys = new Set(waiting.map(({ _id }) => _id));
  return submissions.filter(
    ({ status, tenantId, leadId }) =>
      status !== 'pending_action' || !waitingKeys.has(keyOf(tenantId, leadId)),
  );
}
