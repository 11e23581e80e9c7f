/**
 * The end of a submission. Its final decision is already recorded. The duplicate claims that it does not keep are given
 * back first. Everything else is one command, and the submission's own end is the last part of it. Each step is
 * repeatable. Until the end is written the sweep requeues the submission, which then ends here again.
 */
import type { Ending, ResolutionDecision, RecordedDecision, SubmissionRecord } from '@sluice/contracts';
import { ApiError } from '@sluice/contracts';
import { keepsClaims, leadStatusAfter } from '@sluice/domain';
import { failpoint } from '@sluice/process';
import type { TenantStores } from '@sluice/store';
import { lastRouting, unknownBefore, type RoutingOutcome } from '../routing/routing-outcome.js';
import { dedupeWindowEnd } from '../claims/claim-values.js';
import { now, type Core, type StoresFor } from '../core.js';
import { bookedLead } from '../ledger/book-milestones.js';
import { entriesOfEnd } from '../ledger/entries-of-end.js';
import { effectsOfDecision, planEffect } from '../effects/plan-effects.js';
import { afterEnd, endWrites, isDocument } from './end-writes.js';
import { eraseAgain } from './erase-again.js';

/** Does everything that follows from `ending`. */
export async function finish(
  core: Core,
  submission: SubmissionRecord,
  recorded: RecordedDecision,
  ending: Ending,
  knownRouting?: RoutingOutcome,
): Promise<void> {
  const stores = core.stores.forTenant(submission.tenantId);
  const { stage } = recorded;
  const routing = knownRouting ?? (await routingBefore(stores, submission, recorded));
  await renewOrReleaseClaims(core, stores, submission, stage, ending);
  if (ending.kind === 'delivered' && routing) await supersedeUnknown(core, stores, submission, routing);
  // The request may have read the person's data before an erasure and written it here after the erasure was done. A void
  // submission has no effects that could contain them.
  if (ending.kind === 'void') await eraseAgain(core, submission);
  const at = now(core);
  if (stage === 'resolution') await recordResolvedStatus(stores, submission, ending, at);
  const effects = await effectsOfDecision(core, submission, recorded);
  // A document is requested as a file of the lead, which is more than an effect.
  const documents = effects.filter(isDocument);
  await Promise.all(documents.map((effect) => planEffect(core, submission.tenantId, effect)));
  await failpoint('after-release-before-end', submission);
  const { receivedAt } = await bookedLead(core, submission);
  const ended = { submission, stage, ending, routing, at, receivedAt };
  const decided = { ending, routing, at: recorded.decidedAt };
  const entries = await entriesOfEnd(core, submission, decided, effects);
  const { end, before } = endWrites(core, ended, effects, entries);
  await afterEnd(core, ended, await stores.endings.write(submission.submissionId, end, before));
}

// Only an ending at delivery, or a resolution that replaces such an ending, has a routing outcome.
async function routingBefore(
  stores: Pick<TenantStores, 'journal'>,
  { submissionId }: SubmissionRecord,
  { stage }: RecordedDecision,
): Promise<RoutingOutcome | undefined> {
  return stage === 'delivery' || stage === 'resolution' ? lastRouting(stores, submissionId) : undefined;
}

async function renewOrReleaseClaims(
  core: StoresFor<'clock'>,
  { campaigns, duplicateClaims, journal }: Pick<TenantStores, 'campaigns' | 'duplicateClaims' | 'journal'>,
  { submissionId, leadId, campaignId, first }: SubmissionRecord,
  stage: RecordedDecision['stage'],
  ending: Ending,
): Promise<void> {
  // When another submission of the lead was placed, the lead keeps the claims that this one made for it.
  if (stage === 'resolution' && ending.kind === 'superseded') return;
  const keeps = keepsClaims(ending);
  // The claims of a first submission were made with it, so their window needs no renewal.
  if (keeps && first) return;
  const claims = ending.claims ?? (await journal.find(submissionId, 'qualification', 0))?.claims ?? [];
  if (!keeps) return duplicateClaims.release(claims, submissionId);
  const campaign = claims.length === 0 ? undefined : await campaigns.cached(campaignId);
  if (campaign) await duplicateClaims.renew(claims, leadId, dedupeWindowEnd(campaign, now(core)));
}

/**
 * Records `decision` about a submission of unknown outcome unless one is already recorded, ends the submission by
 * the recorded decision, and returns that. Returns undefined and records nothing when `may` answers false after the
 * submission was reopened.
 * @throws ApiError SERVICE_UNAVAILABLE, with nothing recorded, if that took so long that the sweep may have ended it
 */
export async function resolveWith(
  core: Core,
  submission: SubmissionRecord,
  decision: ResolutionDecision,
  may: () => Promise<boolean> = async () => true,
): Promise<ResolutionDecision | undefined> {
  const { tenantId, submissionId } = submission;
  const { submissions, leads, journal } = core.stores.forTenant(tenantId);
  const decidedAt = now(core);
  // Reopened first, so that the sweep continues if this process dies. Until the decision is recorded, the sweep finds
  // the old ending and ends the submission by it again.
  const dueAt = new Date(decidedAt.getTime() + core.stores.sweepTiming.firstLookMs);
  await submissions.reopen(submissionId, dueAt);
  if (!(await may())) return undefined;
  // By now the sweep may have ended it again, and a newer submission of the lead may have begun.
  if (now(core) >= dueAt) throw new ApiError('SERVICE_UNAVAILABLE', { retryAfterSeconds: 1 });
  // From here on an erasure waits for this submission. The person may have been erased since it was read.
  const known = (await leads.holdOffErasure(submission.leadId)) ? submission : withoutPerson(submission);
  const { recorded } = await journal.record(submission, 'resolution', 0, decision, decidedAt);
  await failpoint('after-decision-before-advance', submission);
  await finish(core, known, { stage: 'resolution', generation: 0, decision: recorded, decidedAt }, recorded);
  return recorded;
}

function withoutPerson({ deliveryInfo: _deliveryInfo, ...submission }: SubmissionRecord): SubmissionRecord {
  return { ...submission, data: {} };
}

// The buyer holds this lead once, so an earlier submission of unknown outcome no longer needs a slot of its own.
async function supersedeUnknown(
  core: Core,
  stores: Pick<TenantStores, 'journal' | 'leads' | 'submissions'>,
  { first, leadId, submissionId }: SubmissionRecord,
  { routed }: RoutingOutcome,
): Promise<void> {
  if (first) return;
  for (const earlier of await unknownBefore(stores, leadId, submissionId)) {
    const theirs = await lastRouting(stores, earlier.submissionId);
    if (theirs?.routed.campaignId !== routed.campaignId) continue;
    const trace = [{ looked: 'successor', at: submissionId, verdict: 'passed_over' }] as const;
    await resolveWith(core, earlier, { kind: 'superseded', by: submissionId, reason: 'placed_again', trace });
  }
}

// The lead already had its status. If a newer submission has ended since without placing it, only a placement may
// change the lead.
async function recordResolvedStatus(
  { leads }: Pick<TenantStores, 'leads'>,
  { leadId, submissionId }: SubmissionRecord,
  ending: Ending,
  at: Date,
): Promise<void> {
  const status = leadStatusAfter(ending);
  if (status === undefined) return;
  const latest = (await leads.find(leadId))?.lastSubmissionId ?? submissionId;
  if (latest !== submissionId && status !== 'delivered') return;
  await leads.recordResolvedStatus(leadId, {
    status,
    ended: true,
    submissionId: latest,
    at,
    ...(ending.reason !== undefined && { reason: ending.reason }),
  });
}
