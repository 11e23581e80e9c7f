/**
 * Resolving an unknown outcome: an operator has asked the buyer, and says whether it has the lead. What was said first is
 * a decision of its own in the journal, after which nothing else can be said.
 */
import type { ResolutionDecision, SubmissionRecord } from '@sluice/contracts';
import { resolutionOf, UNKNOWN_OUTCOME, type BuyerSays } from '@sluice/domain';
import type { TenantStores } from '@sluice/store';
import type { Core } from '../core.js';
import { resolveWith, lastRouting } from './finish.js';

/** What came of the operator's word. */
export type Resolution =
  | {
      readonly kind: 'resolved';
      readonly leadId: string;
      readonly submissionId: string;
      readonly status: string;
    }
  /** An operator resolved it otherwise before, and that is final. */
  | {
      readonly kind: 'said_otherwise';
      readonly leadId: string;
      readonly submissionId: string;
      readonly status: string;
    }
  /** A newer submission of the lead is on its way; what it comes to has to be awaited. */
  | { readonly kind: 'moving'; readonly by: string }
  | { readonly kind: 'nothing_unknown'; readonly status: string }
  | { readonly kind: 'not_found' };

/**
 * Settles a submission of unknown outcome by what the buyer says: it *has it*, so the lead is delivered and its slot a
 * placement; or it *has not*, so the slot is given back, and the lead failed and may be reposted. Repeatable; of two
 * contradicting reports the first counts.
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
    const moving = await newerOnTheWay(stores, submission);
    if (moving !== undefined) return { kind: 'moving', by: moving };
    return answer(submission, said, await settle(core, submission, resolutionOf(said, routing.routed)));
  }
  return answer(submission, said, await settle(core, submission, before));
}

// From here on a newer submission waits for this one, so that one that came just before is seen.
async function settle(
  core: Core,
  submission: SubmissionRecord,
  decision: ResolutionDecision,
): Promise<ResolutionDecision | { readonly moving: string }> {
  const stores = core.stores.forTenant(submission.tenantId);
  let moving: string | undefined;
  const recorded = await resolveWith(core, submission, decision, async () => {
    moving = await newerOnTheWay(stores, submission);
    return moving === undefined;
  });
  return recorded ?? { moving: moving ?? '' };
}

function answer(
  { leadId, submissionId }: SubmissionRecord,
  said: BuyerSays,
  recorded: ResolutionDecision | { readonly moving: string },
): Resolution {
  if ('moving' in recorded) return { kind: 'moving', by: recorded.moving };
  const agrees = (recorded.kind === 'delivered') === (said === 'has_it') && recorded.kind !== 'superseded';
  return { kind: agrees ? 'resolved' : 'said_otherwise', leadId, submissionId, status: recorded.kind };
}

async function newerOnTheWay(
  { submissions, leads }: TenantStores,
  { leadId, submissionId }: SubmissionRecord,
): Promise<string | undefined> {
  const newer = (await leads.submissionsOf(leadId)).filter((id) => id > submissionId);
  for (const id of newer) if ((await submissions.find(id))?.dueAt !== undefined) return id;
  return undefined;
}
