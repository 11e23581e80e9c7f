/**
 * The end of a submission, or of its way to one buyer: an ordered list of writes with one cut in it. What decides comes
 * first: the outcome of the last attempt, the next attempt as cancelled, the decision. What closes comes behind it: claims,
 * counts, the ledger, effects, the lead, the submission. Both are one command unless something may have to come between: a
 * resolution, earlier submissions of unknown outcome that this one supersedes, a document that is asked for. All of it is
 * repeatable, and until the submission is closed, the sweep requeues it.
 */
import {
  ApiError,
  type Decision,
  type Effect,
  type Ending,
  type NewEffect,
  type PassedOn,
  type ResolutionDecision,
  type SubmissionRecord,
} from '@sluice/contracts';
import { isEnding, leadStatusAfter, slotsAfter, submissionStatusAfter } from '@sluice/domain';
import { failpoint } from '@sluice/process';
import type { AttemptOutcome, Closing, Concluded, Guard, TenantStores } from '@sluice/store';
import type { Insist } from '../calls/insist.js';
import { now, type Core } from '../core.js';
import type { NextStage } from '../enqueue/enqueue.js';
import { eraseAgain } from '../lead/erase-again.js';
import { effectsOfDecision, planEffect } from '../planning/plan-effects.js';
import { lastRouting, unknownBefore, type RoutingOutcome } from '../routing/routing-outcome.js';
import { closingOf, isDocument, openIn } from './closing.js';
import { countEnd } from './measure.js';
import type { RecordedEnd } from './recorded-end.js';

/** An attempt that has ended, and whose outcome is not recorded yet. */
export interface UnrecordedAttempt {
  readonly n: number;
  readonly outcome: AttemptOutcome;
  /** For as long as the attempt may be recorded. */
  readonly insist: Insist;
  /** Called once, as soon as the outcome may be recorded, also if that failed. */
  readonly written: () => Promise<unknown>;
}

/** What is recorded with the decision, unless that is recorded already. */
export interface Deciding<G extends Guard> {
  readonly guard?: G | undefined;
  readonly attempt?: UnrecordedAttempt | undefined;
}

/** A submission that ends, or is passed on, by `recorded`. */
export interface EndOf {
  readonly submission: SubmissionRecord;
  readonly recorded: RecordedEnd;
  /** Looked up if it is not given. */
  readonly routing?: RoutingOutcome | undefined;
}

/** Whether a submission ends by this decision, or goes on to its next buyer. */
export function endsItsWay(decision: Decision): decision is Ending | PassedOn {
  return isEnding(decision) || decision.kind === 'passed_on';
}

/** What follows from an end in queues and for leads that wait. */
export interface Sequel {
  readonly submission: SubmissionRecord;
  readonly effects: readonly Effect[];
  readonly at: Date;
  /** The counts that have room now. */
  readonly left: readonly string[];
  readonly next?: NextStage;
}

/** What became of an end: it is written, or its decision was not recorded. */
export type Ended<G extends Guard> =
  | { readonly kind: 'ended'; readonly sequels: readonly Sequel[] }
  | Exclude<Concluded<G>, { readonly kind: 'written' }>;

/** An end whose decision is recorded, and what is behind the cut is not written. */
interface Decided {
  readonly kind: 'decided';
  readonly end: EndOf;
  /** Its effects, if they were looked up before. */
  readonly effects: readonly NewEffect[] | undefined;
}

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
  return { kind: 'ended', sequels: [...superseded, await ended(core, begun.end, created, at, !deciding)] };
}

async function beginEnd<G extends Guard>(
  core: Core,
  end: EndOf,
  deciding: Deciding<G> | undefined,
): Promise<Ended<G> | Decided> {
  try {
    return await decideOrEnd(core, end, deciding);
  } finally {
    await deciding?.attempt?.written();
  }
}

// The whole end if nothing may have to come between, or what is before the cut.
async function decideOrEnd<G extends Guard>(
  core: Core,
  given: EndOf,
  deciding: Deciding<G> | undefined,
): Promise<Ended<G> | Decided> {
  const { submission, recorded } = given;
  const stores = core.stores.forTenant(submission.tenantId);
  const insist: Insist = deciding?.attempt?.insist ?? ((call) => call());
  const routing = given.routing ?? (await insist(() => routingBefore(stores, submission, recorded)));
  const end = { ...given, routing };
  const effects = isAlone(end) ? await insist(() => effectsOfEnd(core, end)) : undefined;
  if (!deciding) return { kind: 'decided', end, effects };
  if (!effects || effects.some(isDocument)) {
    const concluded = await insist(() => decide(stores, end, deciding));
    return concluded.kind === 'written' ? { kind: 'decided', end, effects } : concluded;
  }
  const at = recorded.decidedAt;
  const closing = await insist(() => closingOf(core, { submission, recorded, routing, effects }, at));
  // A repetition writes the same documents, so that those of an earlier try are recognised as our own.
  const concluded = await insist(() => decide(stores, end, deciding, closing));
  if (concluded.kind !== 'written') return concluded;
  return { kind: 'ended', sequels: [await ended(core, end, concluded.created, at, false)] };
}

async function decide<G extends Guard>(
  { conclusions }: Pick<TenantStores, 'conclusions'>,
  { submission, recorded }: EndOf,
  { guard, attempt }: Deciding<G>,
  closing?: Closing,
): Promise<Concluded<G>> {
  const last = attempt && {
    n: attempt.n,
    outcome: attempt.outcome,
    cancelsNext: recorded.decision.kind === 'passed_on',
  };
  const deciding = { recorded, ...(guard && { guard }), ...(last && { attempt: last }) };
  return conclusions.conclude(submission, deciding, closing);
}

// Only an end at delivery, or a resolution that replaces one, has a routing outcome.
async function routingBefore(
  stores: Pick<TenantStores, 'journal'>,
  { submissionId }: SubmissionRecord,
  { stage, generation }: RecordedEnd,
): Promise<RoutingOutcome | undefined> {
  if (stage === 'resolution') return lastRouting(stores, submissionId);
  if (stage !== 'delivery') return undefined;
  const routed = await stores.journal.findRouted(submissionId, generation);
  return routed && { routed, generation };
}

// Whether nothing can have to come between the decision and the rest, but for a document.
function isAlone({ submission, recorded: { stage, decision } }: EndOf): boolean {
  return (
    stage !== 'resolution' && decision.kind !== 'void' && (submission.first || decision.kind !== 'delivered')
  );
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

async function effectsOfEnd(core: Core, { submission, recorded }: EndOf): Promise<readonly NewEffect[]> {
  const { decision } = recorded;
  if (!isEnding(decision)) return [];
  return effectsOfDecision(core, submission, { ...recorded, decision });
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
    ...(decision.reason !== undefined && { reason: decision.reason }),
  });
}

// Counts the end, and says what follows from it. Another worker may have begun with what follows if the decision was
// recorded before.
async function ended(
  core: Core,
  { submission, recorded, routing }: EndOf,
  created: readonly Effect[],
  at: Date,
  mayBeBegun: boolean,
): Promise<Sequel> {
  const { stage, decision, generation, decidedAt } = recorded;
  const open = openIn(submission, routing);
  const base = { submission, effects: created.filter(({ status }) => status === 'due'), at };
  if (!isEnding(decision)) {
    const next = { stage: 'routing', generation: generation + 1, since: decidedAt, mayBeBegun } as const;
    return { ...base, left: open?.counts ?? [], next };
  }
  const after = slotsAfter(decision);
  if (open && after === 'confirm')
    core.stores.forTenant(submission.tenantId).counts.ended(open.name, open.counts);
  await failpoint('after-end', submission);
  countEnd(core, submission, stage, decision);
  core.stores.figures.countEnd(submission.tenantId, submissionStatusAfter(decision));
  return { ...base, left: after === 'release' ? (open?.counts ?? []) : [] };
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
  const end = { stage: 'resolution', generation: 0, decision: recorded, decidedAt } as const;
  const ended = await endSubmission(core, { submission: known, recorded: end });
  return { recorded, sequels: ended.kind === 'ended' ? ended.sequels : [] };
}

function withoutPerson({ deliveryInfo: _deliveryInfo, ...submission }: SubmissionRecord): SubmissionRecord {
  return { ...submission, data: {} };
}
