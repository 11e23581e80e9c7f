/**
 * Concluding a stage: its decision is recorded once, with what it rests on, and the submission advances by the decision
 * that stands, whoever recorded it, and of the instant at which it was made. A decision that ends the submission is written
 * together with the end.
 */
import type { Decision, DecisionOf, RecordedDecision, Stage } from '@sluice/contracts';
import { failpoint } from '@sluice/process';
import type { StageOutcome } from '@sluice/queue';
import type { Closing, Concluded as Written, Guard, StoredSubmission } from '@sluice/store';
import { releaseOtherClaims } from '../claims/claim-values.js';
import { releaseWithoutRight } from '../claims/client-claims.js';
import { now, type Core } from '../core.js';
import { endsItsWay, type Deciding } from '../end/decide-or-end.js';
import { endSubmission } from '../end/end-submission.js';
import {
  countDelivered,
  mayQuoteBuyer,
  measureDecision,
  noteReadings,
  type Recorded as Decided,
} from '../end/measure.js';
import { costOfLead } from '../ledger/book-cost.js';
import type { RoutingOutcome } from '../routing/routing-outcome.js';
import { countedForSupplier } from '../counts/supplier-count.js';
import { advance } from './advance.js';
import { followEnd } from './follow-end.js';
import type { AtStage } from './load.js';

/** What a decision is recorded with, and the routing outcome of a delivery. */
export interface Concluding extends Deciding<Guard> {
  readonly routing?: RoutingOutcome | undefined;
}

/** The decision that stands, and what the stage's job reports of it. */
interface Done {
  readonly kind: 'concluded';
  readonly outcome: StageOutcome;
  /** Whether the decision that stands is this worker's. */
  readonly ours: boolean;
  readonly recorded: Decision;
}

/** How a stage was concluded. Without a guard and an attempt, nothing refuses it. */
export type Concluded<W extends Concluding> =
  | Done
  /** A guard refused the decision; nothing is recorded. */
  | (W extends { readonly guard: infer G extends Guard } ? Refusal<G, 'refused'> : never)
  /** Another worker has the next attempt; only the outcome of this one is recorded. */
  | (W extends { readonly attempt: object } ? Refusal<Guard, 'attempt_taken'> : never);

type Refusal<G extends Guard, Kind> = Extract<Written<G>, { readonly kind: Kind }>;

/**
 * Records the decision, unless one is recorded, and advances by the recorded one. A guard that is not free refuses it, and
 * so does a worker that has made the next attempt.
 */
export async function conclude<S extends Stage, W extends Concluding = object>(
  core: Core,
  at: AtStage<S>,
  decision: DecisionOf[S],
  given?: W,
): Promise<Concluded<W>> {
  const { stage, generation, submission, stores } = at;
  const { routing, ...deciding }: Concluding = given ?? {};
  const { guard } = deciding;
  const decidedAt = now(core);
  const mine = { stage, generation, decidedAt };
  const written = endsItsWay(decision)
    ? await endSubmission(core, { submission, recorded: { ...mine, decision }, routing }, deciding)
    : await stores.conclusions.conclude(
        submission,
        { recorded: { ...mine, decision }, guard },
        await closingOfDecision(core, submission, { ...mine, decision }),
      );
  if (written.kind === 'refused' || written.kind === 'attempt_taken') return written as Concluded<W>;
  const ours = written.kind !== 'decided_before';
  const stands = ours ? { ...mine, decision } : await standing(at);
  const recorded: Decision = stands.decision;
  if (ours) measure(core, submission, { stage, outcome: recorded.kind, at: decidedAt }, recorded);
  if (written.kind !== 'ended' || recorded.kind === 'passed_on')
    await failpoint('after-decision-before-advance', submission);
  if (written.kind === 'ended') await followEnd(core, written.sequels);
  else await advance(core, submission, stands, { routing, ours });
  if (!ours && stage === 'routing')
    await releaseWithoutRight(stores, submission.submissionId, decision.claims ?? []);
  else if (!ours) await releaseOtherClaims(stores, submission.submissionId, decision, recorded);
  await failpoint('after-advance', submission);
  const fields = {
    leadId: submission.leadId,
    // A buyer's answer may quote the lead, so it belongs in the journal only.
    reason:
      recorded.reason !== undefined && !mayQuoteBuyer(stage, recorded.reason) ? recorded.reason : undefined,
    alreadyRecorded: !ours ? true : undefined,
  };
  return { kind: 'concluded', outcome: { outcome: recorded.kind, fields }, ours, recorded };
}

// What a decision that ends nothing writes with it: what it counts and costs for the lead's supplier.
async function closingOfDecision(
  core: Core,
  submission: StoredSubmission,
  recorded: RecordedDecision,
): Promise<Closing> {
  const { decision, decidedAt } = recorded;
  const ledger = await costOfLead(core, submission, decision, decidedAt);
  return {
    counts: countedForSupplier(core, submission, recorded),
    ledger,
    receivedAt: ledger[0]?.receivedAt,
  };
}

// The decision of another writer, which refused this worker's.
async function standing<S extends Stage>({
  stage,
  generation,
  submission: { submissionId },
  stores,
}: AtStage<S>): Promise<RecordedDecision<S>> {
  const recorded = await stores.journal.standing(submissionId, stage, generation);
  if (!recorded) throw new Error(`the decision about ${submissionId} exists but cannot be read`);
  return recorded;
}

function measure(core: Core, submission: StoredSubmission, decided: Decided, recorded: Decision): void {
  measureDecision(core, submission, decided);
  countDelivered(core.stores, submission, decided);
  noteReadings(core.stores, submission, recorded);
}
