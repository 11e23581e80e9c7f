/**
 * Which records are finished and may therefore be deleted by age: no worker processes them any more, and no operator
 * has to decide about them.
 */
import type { Collection, Filter } from 'mongodb';
import type { LeadDocument } from '../leads.js';
import { keyOf } from '../keys.js';
import type { SubmissionDocument } from '../submissions.js';

/** Lead statuses that the pipeline or a person has yet to change. */
export const unfinishedLeadStatuses = ['pending', 'processing', 'qualified', 'queued', 'pending_action'];

/** The fields of a submission that decide whether it is finished. */
export type JudgedSubmission = Pick<
  SubmissionDocument,
  '_id' | 'tenantId' | 'leadId' | 'status' | 'reason' | 'dueAt' | 'endedAt' | 'placement'
>;

/** The projection of these fields. */
export const judgedFields = {
  tenantId: 1,
  leadId: 1,
  status: 1,
  reason: 1,
  dueAt: 1,
  endedAt: 1,
  placement: 1,
} as const;

/**
 * The filter for submissions that ended before `before`. Whether a person still has to decide is stored with their
 * leads.
 */
export function overSince(before: Date): Filter<SubmissionDocument> {
  return { dueAt: { $exists: false }, reason: { $ne: 'unknown_outcome' }, endedAt: { $lt: before } };
}

/** Whether a submission ended before `before`. */
export function isOver({ dueAt, reason, endedAt }: JudgedSubmission, before: Date): boolean {
  return dueAt === undefined && reason !== 'unknown_outcome' && endedAt !== undefined && endedAt < before;
}

/** Those of `submissions`, all ended, on which no person has to decide. */
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
