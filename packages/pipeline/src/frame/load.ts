/** Loading a submission with its recorded decision, as a stage begins. */
import type { DecisionOf, QueuedStage, Stage, StagePayload } from '@sluice/contracts';
import { continueTrace, failpoint } from '@sluice/process';
import type { StageOutcome, StageRun } from '@sluice/queue';
import type { StoredSubmission, TenantStores } from '@sluice/store';
import type { Core, StoresFor } from '../core.js';
import { isStale } from './stale-run.js';
import { postponeIfCrashing, quarantineOf } from './quarantine.js';
import { readAhead } from './read-ahead.js';

/** A submission that a stage decides about. */
export interface AtStage<S extends Stage = Stage> {
  readonly stage: S;
  /**
   * The generation of the stage's decision: above 0 for routing and the delivery that follows it, and for a
   * qualification that reads the answer of a check.
   */
  readonly generation: number;
  readonly submission: StoredSubmission;
  readonly stores: TenantStores;
}

/** A submission as a stage loads it. */
export interface LoadedSubmission<S extends QueuedStage> extends AtStage<S> {
  /** The decision that is already recorded, or the one to record because the submission was started too often. */
  readonly recorded: DecisionOf[S] | undefined;
}

/** The outcome of a stage that had nothing left to do. */
export const nothingLeft: StageOutcome = { outcome: 'nothing_left' };

/** Loads the submission and its recorded decision. Undefined when nothing is left to do for it. */
export async function loadSubmission<S extends QueuedStage>(
  core: StoresFor<'clock' | 'forTenant' | 'tenants'> & Pick<Core, 'log'>,
  stage: S,
  payload: StagePayload,
  run: StageRun,
): Promise<LoadedSubmission<S> | undefined> {
  const stores = core.stores.forTenant(payload.tenantId);
  readAhead(core, payload.tenantId);
  const { submissionId, generation } = payload;
  const found = stores.submissions.find(submissionId);
  // On a first run, only another worker with the same job can have recorded a decision, and recording then reports that.
  const [submission, recorded] = run.first
    ? [await found]
    : await Promise.all([found, stores.journal.find(submissionId, stage, generation)]);
  // A submission has no due date once it has ended and everything about it is done.
  if (!submission || submission.dueAt === undefined) return undefined;
  continueTrace(submission);
  if (isStale(submission, run)) return undefined;
  const loaded = { stage, generation, submission, stores, recorded };
  if (!run.trouble) return begun(loaded);
  if (recorded) return (await postponeIfCrashing(core, submission, run)) ? undefined : begun(loaded);
  const quarantine = await quarantineOf(core, submission, stage, generation, run);
  return quarantine ? { ...loaded, recorded: quarantine as DecisionOf[S] } : begun(loaded);
}

async function begun<S extends QueuedStage>(loaded: LoadedSubmission<S>): Promise<LoadedSubmission<S>> {
  await failpoint('after-load', loaded.submission);
  return loaded;
}
