/**
 * The end of a submission, or of its way to one buyer: an ordered list of writes with one cut in it. What decides comes
 * first: the outcome of the last attempt, the next attempt as cancelled, the decision. What closes comes behind it: claims,
 * counts, the ledger, effects, the lead, the submission. Both are one command unless something may have to come between: a
 * resolution, earlier submissions of unknown outcome that this one supersedes, a document that is asked for. All of it is
 * repeatable, and until the submission is closed, the sweep requeues it.
 */
import { ApiError, subIdsOfSite, type ResolutionDecision, type SubmissionRecord } from '@sluice/contracts';
import { isEnding, leadStatusAfter } from '@sluice/domain';
import { failpoint } from '@sluice/process';
import type { Guard, TenantStores } from '@sluice/store';
import { now, type Core } from '../core.js';
import { eraseAgain } from '../lead/erase-again.js';
import { planEffect } from '../planning/plan-effects.js';
import { lastRouting, unknownBefore } from '../routing/routing-outcome.js';
import { closingOf, isDocument, type RecordedEnd } from './closing.js';
import {
  beginEnd,
  effectsOfEnd,
  sequelOf,
  type Deciding,
  type Ended,
  type EndOf,
  type Sequel,
} from './decide-or-end.js';

/** Records the decision, unless `deciding` is absent because it is recorded, and writes all that follows from it. */
export async function endSubmission<G extends Guard>(
  core: Core,
  end: EndOf,
  deciding?: Deciding<G>,
): Promise<Ended<G>> {
  const begun = await beginEnd(core, end, deciding);
  if (begun.kind !== 'decided') return begun;
  const { submission, recorded } = end;
  const stores = core.stores.forTenant(submission.tenantId);
  if (deciding) await failpoint('after-decision-before-advance', submission);
  const superseded = await supersedeUnknown(core, stores, begun.end);
  // The request may have read the person's data before an erasure and written it here after the erasure was done. A void
  // submission has no effects that could contain them.
  if (recorded.decision.kind === 'void') await eraseAgain(core, submission);
  const at = now(core);
  if (recorded.stage === 'resolution') await recordResolvedStatus(stores, submission, recorded, at);
  const effects = begun.effects ?? (await effectsOfEnd(core, end));
  const documents = effects.filter(isDocument);
  await Promise.all(documents.map((effect) => planEffect(core, submission.tenantId, effect)));
  await failpoint('after-release-before-end', submission);
  const { routing } = begun.end;
  const closing = await closingOf(core, { submission, recorded, routing, effects }, at);
  const created = await stores.conclusions.close(submission.submissionId, closing);
  return { kind: 'ended', sequels: [...superseded, await sequelOf(core, begun.end, created, at, !deciding)] };
}

// A buyer holds a lead once, so an earlier submission of unknown outcome no longer needs a slot of its own there.
async function supersedeUnknown(
  core: Core,
  stores: Pick<TenantStores, 'journal' | 'leads' | 'submissions'>,
  { submission: { first, leadId, submissionId }, recorded, routing }: EndOf,
): Promise<readonly Sequel[]> {
  if (first || !routing || recorded.decision.kind !== 'delivered') return [];
  const sequels: Sequel[] = [];
  for (const earlier of await unknownBefore(stores, leadId, submissionId)) {
    const theirs = await lastRouting(stores, earlier.submissionId);
    if (theirs?.routed.campaignId !== routing.routed.campaignId) continue;
    const trace = [{ looked: 'successor', at: submissionId, verdict: 'passed_over' }] as const;
    const decision = { kind: 'superseded', by: submissionId, reason: 'placed_again', trace } as const;
    sequels.push(...((await resolveWith(core, earlier, decision))?.sequels ?? []));
  }
  return sequels;
}

// The lead already had its status. If a newer submission has ended since without placing it, only a placement may
// change the lead.
async function recordResolvedStatus(
  { leads }: Pick<TenantStores, 'leads'>,
  { leadId, submissionId }: SubmissionRecord,
  { decision }: RecordedEnd,
  at: Date,
): Promise<void> {
  const status = isEnding(decision) ? leadStatusAfter(decision) : undefined;
  if (status === undefined) return;
  const latest = (await leads.find(leadId))?.lastSubmissionId ?? submissionId;
  if (latest !== submissionId && status !== 'delivered') return;
  await leads.recordResolvedStatus(leadId, {
    status,
    ended: true,
    submissionId: latest,
    at,
    reason: decision.reason,
  });
}

/** The decision that stands, and what follows from the end by it. */
export interface Resolved {
  readonly recorded: ResolutionDecision;
  readonly sequels: readonly Sequel[];
}

/**
 * Records `decision` about a submission of unknown outcome unless one is already recorded, and ends the submission by
 * the recorded decision. Undefined, with nothing recorded, when `may` answers false after the submission was reopened.
 * @throws ApiError SERVICE_UNAVAILABLE, with nothing recorded, if that took so long that the sweep may have ended it
 */
export async function resolveWith(
  core: Core,
  submission: SubmissionRecord,
  decision: ResolutionDecision,
  may: () => Promise<boolean> = async () => true,
): Promise<Resolved | undefined> {
  const { tenantId, submissionId } = submission;
  const { submissions, leads, journal } = core.stores.forTenant(tenantId);
  const at = now(core);
  // Reopened first, so that the sweep continues if this process dies. Until the decision is recorded, the sweep finds
  // the old ending and ends the submission by it again.
  const dueAt = new Date(at.getTime() + core.stores.sweepTiming.firstLookMs);
  await submissions.reopen(submissionId, dueAt);
  if (!(await may())) return undefined;
  // By now the sweep may have ended it again, and a newer submission of the lead may have begun.
  if (now(core) >= dueAt) throw new ApiError('SERVICE_UNAVAILABLE', { retryAfterSeconds: 1 });
  // From here on an erasure waits for this submission. The person may have been erased since it was read.
  const known = (await leads.holdOffErasure(submission.leadId)) ? submission : withoutPerson(submission);
  const { recorded, decidedAt } = await journal.record(submission, 'resolution', 0, decision, at);
  await failpoint('after-decision-before-advance', submission);
  const end = { stage: 'resolution', generation: 0, decision: recorded, decidedAt } as const;
  const ended = await endSubmission(core, { submission: known, recorded: end });
  return { recorded, sequels: ended.kind === 'ended' ? ended.sequels : [] };
}

function withoutPerson({ deliveryInfo: _, subIds, ...submission }: SubmissionRecord): SubmissionRecord {
  return { ...submission, data: {}, subIds: subIdsOfSite(subIds) };
}
