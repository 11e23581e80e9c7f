/** Submissions of a lead that may still be booked as sales. */
import { UNKNOWN_OUTCOME } from '@sluice/domain';
import type { StoresFor } from '../core.js';
import { lastRouting } from '../routing/routing-outcome.js';

/** A submission whose sale may still be booked. */
export interface UnsettledSubmission {
  readonly submissionId: string;
  /** Whether it ended, and only a person can say whether the buyer has the lead; otherwise it is in progress. */
  readonly isUnknown: boolean;
}

/**
 * The latest submission of the lead that is in progress or of unknown outcome, if any; with a client, one whose outcome
 * with another client is unknown does not count.
 */
export async function unsettledSubmission(
  { stores }: StoresFor<'forTenant'>,
  tenantId: string,
  leadId: string,
  clientId: string | undefined,
): Promise<UnsettledSubmission | undefined> {
  const of = stores.forTenant(tenantId);
  for (const submissionId of (await of.leads.submissionsOf(leadId)).toReversed()) {
    const submission = await of.submissions.find(submissionId);
    if (!submission) continue;
    // One that a person resolves is in progress again, and keeps its reason until its end is written.
    if (submission.reason === UNKNOWN_OUTCOME) {
      const asked = (await lastRouting(of, submissionId))?.routed.clientId;
      if (clientId === undefined || asked === undefined || asked === clientId)
        return { submissionId, isUnknown: true };
    } else if (submission.dueAt !== undefined) return { submissionId, isUnknown: false };
  }
  return undefined;
}
