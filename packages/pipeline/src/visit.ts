/**
 * A submission's visit to a stage: it arrives with what stands already, and departs with a decision that is
 * recorded once and handed on. What happens between is the stage's own.
 */
import type { DecisionOf, QueuedStage, StagePayload } from '@sluice/contracts';
import { failpoint, type StageOutcome, type StageRun } from '@sluice/runtime';
import type { StoredSubmission, TenantStores } from '@sluice/store';
import { giveBackUnheld } from './claim-values.js';
import { now, type Core } from './core.js';
import type { Route } from './finish.js';
import { handOn } from './hand-on.js';
import { isLeftOver } from './left-over.js';
import { measureDecision } from './measure.js';
import { quarantineOf, setAside } from './quarantine.js';

/** A submission at a stage. */
export interface Visit<S extends QueuedStage> {
  readonly stage: S;
  /** The generation of the stage's decision: above 0 only for routing. */
  readonly generation: number;
  readonly submission: StoredSubmission;
  readonly stores: TenantStores;
  /** The decision that stands already, or that must stand because the submission was begun too often. */
  readonly standing: DecisionOf[S] | undefined;
}

/** Loads the submission and what stands. Undefined when there is nothing left to do for it. */
export async function arrive<S extends QueuedStage>(
  core: Core,
  stage: S,
  payload: StagePayload,
  run: StageRun,
): Promise<Visit<S> | undefined> {
  const stores = core.stores.forTenant(payload.tenantId);
  const generation = stage === 'routing' ? payload.generation : 0;
  const [submission, standing] = await Promise.all([
    stores.submissions.find(payload.submissionId),
    // On its first run nothing can stand but by a second worker with the same job, and then the recording says so.
    run.first ? undefined : stores.journal.standing(payload.submissionId, stage, generation),
  ]);
  // Nothing is due any more once a submission has ended and everything about it is settled.
  if (!submission || submission.dueAt === undefined) return undefined;
  if (isLeftOver(submission, run)) return undefined;
  const visit = { stage, generation, submission, stores, standing };
  if (!run.trouble) return begun(visit);
  if (standing) return (await setAside(core, submission, run)) ? undefined : begun(visit);
  const quarantine = await quarantineOf(core, submission, stage, generation, run);
  return quarantine ? { ...visit, standing: quarantine as DecisionOf[S] } : begun(visit);
}

async function begun<S extends QueuedStage>(visit: Visit<S>): Promise<Visit<S>> {
  await failpoint('after-arrival', visit.submission);
  return visit;
}

/** Records the decision unless one stands, and hands on whichever does. `route` is the one that a delivery follows. */
export async function depart<S extends QueuedStage>(
  core: Core,
  { stage, generation, submission, stores }: Visit<S>,
  decision: DecisionOf[S],
  route?: Route,
): Promise<StageOutcome> {
  const at = now(core);
  const { standing, ours } = await stores.journal.record(submission, stage, generation, decision, at);
  if (ours) measureDecision(core, submission, { stage, outcome: standing.kind, at });
  await failpoint('after-decision-before-hand-on', submission);
  await handOn(core, submission, { stage, generation, decision: standing, decidedAt: at }, { route, ours });
  if (!ours) await giveBackUnheld(stores, submission.submissionId, decision, standing);
  await failpoint('after-hand-on', submission);
  return {
    outcome: standing.kind,
    fields: {
      leadId: submission.leadId,
      // A buyer's own words are for the journal only; they may quote the lead.
      ...(standing.reason !== undefined && stage !== 'delivery' && { reason: standing.reason }),
      ...(!ours && { stoodAlready: true }),
    },
  };
}

/** What a stage answers when there was nothing left to do. */
export const nothingLeft: StageOutcome = { outcome: 'nothing_left' };
