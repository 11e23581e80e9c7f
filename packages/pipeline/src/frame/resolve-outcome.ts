/**
 * Resolving an unknown outcome: an operator has asked the buyer, and states whether the buyer has the lead. The first
 * statement is recorded as a decision in the journal and is final.
 */
import type { BuyerSays, ResolutionDecision, SubmissionRecord } from '@sluice/contracts';
import { resolutionOf, UNKNOWN_OUTCOME } from '@sluice/domain';
import type { TenantStores } from '@sluice/store';
import type { Core } from '../core.js';
import { lastRouting } from '../routing/routing-outcome.js';
import { resolveWith } from '../end/end-submission.js';
import { followEnd } from './follow-end.js';

/** The result of an operator's statement. */
export type Resolution =
  | {
      readonly kind: 'resolved';
      readonly leadId: string;
      readonly submissionId: string;
      readonly status: string;
    }
  /** An operator already resolved it the other way, and that is final. */
  | {
      readonly kind: 'already_resolved';
      readonly leadId: string;
      readonly submissionId: string;
      readonly status: string;
    }
  /** A newer submission of the lead is in progress; its end has to be awaited first. */
  | { readonly kind: 'newer_in_progress'; readonly by: string }
  | { readonly kind: 'nothing_unknown'; readonly status: string }
  | { readonly kind: 'not_found' };

/**
 * Ends a submission of unknown outcome by the buyer's statement. If the buyer has the lead, it is delivered and its
 * slot is confirmed. If not, the slot is released, and the lead has failed and may be reposted. Repeatable; of two
 * contradicting statements the first counts.
 */
export async function resolveOutcome(
  core: Core,
  tenantId: string,
  submissionId: string,
  said: BuyerSays,
): Promise<Resolution> {
  const stores = core.stores.forTenant(tenantId);
  const submission = await stores.submissions.find(submissionId);
  if (!submission) return { kind: 'not_found' };
  const before = await stores.journal.find(submissionId, 'resolution', 0);
  if (!before) {
    const routing = submission.reason === UNKNOWN_OUTCOME && (await lastRouting(stores, submissionId));
    if (!routing) return { kind: 'nothing_unknown', status: submission.status };
    const newer = await newerInProgress(stores, submission);
    if (newer !== undefined) return { kind: 'newer_in_progress', by: newer };
    return answer(submission, said, await endBy(core, submission, resolutionOf(said, routing.routed)));
  }
  return answer(submission, said, await endBy(core, submission, before));
}

// Checked again after reopening: from then on a newer submission waits for this one, so none can start unseen.
async function endBy(
  core: Core,
  submission: SubmissionRecord,
  decision: ResolutionDecision,
): Promise<ResolutionDecision | { readonly newerInProgress: string }> {
  const stores = core.stores.forTenant(submission.tenantId);
  let newer: string | undefined;
  const resolved = await resolveWith(core, submission, decision, async () => {
    newer = await newerInProgress(stores, submission);
    return newer === undefined;
  });
  if (!resolved) return { newerInProgress: newer ?? '' };
  await followEnd(core, resolved.sequels);
  return resolved.recorded;
}

function answer(
  { leadId, submissionId }: SubmissionRecord,
  said: BuyerSays,
  recorded: ResolutionDecision | { readonly newerInProgress: string },
): Resolution {
  if ('newerInProgress' in recorded) return { kind: 'newer_in_progress', by: recorded.newerInProgress };
  const agrees = (recorded.kind === 'delivered') === (said === 'has_it') && recorded.kind !== 'superseded';
  return { kind: agrees ? 'resolved' : 'already_resolved', leadId, submissionId, status: recorded.kind };
}

async function newerInProgress(
  { submissions, leads }: Pick<TenantStores, 'leads' | 'submissions'>,
  { leadId, submissionId }: SubmissionRecord,
): Promise<string | undefined> {
  const listed = await leads.submissionsOf(leadId);
  const newer = listed.slice(listed.indexOf(submissionId) + 1);
  for (const id of newer) if ((await submissions.find(id))?.dueAt !== undefined) return id;
  return undefined;
}
