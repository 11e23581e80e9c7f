/**
 * The frame of a stage: loads a submission with its recorded decision, and records the stage's decision once, by which
 * the submission advances. What happens in between belongs to the stage.
 */
import { slotName, type DecisionOf, type QueuedStage, type StagePayload } from '@sluice/contracts';
import { continueTrace, failpoint, type StageOutcome, type StageRun } from '@sluice/runtime';
import type { Recorded, SlotAsk, StoredSubmission, TenantStores, WantedClaims } from '@sluice/store';
import { endAtOnce, type UnrecordedAttempt } from '../ending/end-at-once.js';
import { releaseUnheldClaims } from './claim-values.js';
import { now, type Core, type StoresFor } from '../core.js';
import { advance } from './advance.js';
import { isLeftOver } from './left-over.js';
import { countDelivered, measureDecision } from './measure.js';
import { quarantineOf, setAside } from './quarantine.js';
import { readAhead } from './read-ahead.js';
import type { RoutingOutcome } from './routing-outcome.js';

/** A submission as a stage loads it. */
export interface LoadedSubmission<S extends QueuedStage> {
  readonly stage: S;
  /** The generation of the stage's decision: above 0 only for routing. */
  readonly generation: number;
  readonly submission: StoredSubmission;
  readonly stores: TenantStores;
  /** The decision that is already recorded, or the one to record because the submission was started too often. */
  readonly recorded: DecisionOf[S] | undefined;
}

/** Loads the submission and its recorded decision. Undefined when nothing is left to do for it. */
export async function loadSubmission<S extends QueuedStage>(
  core: StoresFor<'clock' | 'forTenant' | 'tenants'> & Pick<Core, 'log'>,
  stage: S,
  payload: StagePayload,
  run: StageRun,
): Promise<LoadedSubmission<S> | undefined> {
  const stores = core.stores.forTenant(payload.tenantId);
  const generation = stage === 'routing' ? payload.generation : 0;
  readAhead(core, payload.tenantId);
  const { submissionId } = payload;
  const found = stores.submissions.find(submissionId);
  // On a first run, only another worker with the same job can have recorded a decision, and recording then reports that.
  const [submission, recorded] = run.first
    ? [await found]
    : await Promise.all([found, stores.journal.find(submissionId, stage, generation)]);
  // A submission has no due date once it has ended and everything about it is settled.
  if (!submission || submission.dueAt === undefined) return undefined;
  continueTrace(submission);
  if (isLeftOver(submission, run)) return undefined;
  const loaded = { stage, generation, submission, stores, recorded };
  if (!run.trouble) return begun(loaded);
  if (recorded) return (await setAside(core, submission, run)) ? undefined : begun(loaded);
  const quarantine = await quarantineOf(core, submission, stage, generation, run);
  return quarantine ? { ...loaded, recorded: quarantine as DecisionOf[S] } : begun(loaded);
}

async function begun<S extends QueuedStage>(loaded: LoadedSubmission<S>): Promise<LoadedSubmission<S>> {
  await failpoint('after-load', loaded.submission);
  return loaded;
}

/** The result of recording, and whether the decision in the journal is this worker's. */
export interface Recording {
  readonly outcome: StageOutcome;
  readonly ours: boolean;
}

/**
 * Records the decision unless one is already recorded, and advances by the recorded one. `routing` is the routing
 * outcome of a delivery.
 */
export async function recordDecision<S extends QueuedStage>(
  core: Core,
  loaded: LoadedSubmission<S>,
  decision: DecisionOf[S],
  routing?: RoutingOutcome,
): Promise<Recording> {
  const { stage, generation, submission, stores } = loaded;
  const at = now(core);
  const journaled = await stores.journal.record(submission, stage, generation, decision, at);
  return follow(core, loaded, decision, { ...journaled, at, routing });
}

/**
 * Records how the last attempt of a delivery ended, the decision that follows from it, and the end of the submission in
 * one command. `written` is called as soon as the outcome may be recorded. Undefined, with nothing recorded, if it takes
 * more than one command.
 */
export async function concludeAtOnce(
  core: Core,
  loaded: LoadedSubmission<'delivery'>,
  attempt: UnrecordedAttempt,
  decision: DecisionOf['delivery'],
  { routing, written }: { readonly routing: RoutingOutcome; readonly written: () => Promise<unknown> },
): Promise<StageOutcome | undefined> {
  const { stage, generation, submission, stores } = loaded;
  const { submissionId } = submission;
  const at = now(core);
  const deciding = { stage, generation, decision, decidedAt: at };
  let ours: boolean | undefined;
  try {
    ours = await endAtOnce(core, submission, attempt, deciding, routing);
  } finally {
    await written();
  }
  if (ours === undefined) return undefined;
  const recorded = ours ? decision : await stores.journal.find(submissionId, stage, generation);
  if (!recorded) throw new Error(`the decision about ${submissionId} exists but cannot be read`);
  return (await follow(core, loaded, decision, { recorded, ours, at, routing, isEnded: ours })).outcome;
}

/**
 * Takes the duplicate claims and records the decision that holds if all of them are free, then advances by it. If one is
 * not free, records nothing and returns how many before it were taken.
 */
export async function concludeIfFree(
  core: Core,
  loaded: LoadedSubmission<'qualification'>,
  claims: WantedClaims,
  decision: DecisionOf['qualification'],
): Promise<StageOutcome | number> {
  const at = now(core);
  const written = await loaded.stores.journal.claimAndRecord(loaded.submission, claims, decision, at);
  if (written !== true) return written;
  return (await follow(core, loaded, decision, { recorded: decision, ours: true, at })).outcome;
}

/**
 * Reserves the slots that a routing decision uses and records it, then advances by it. If they are not all free, records
 * nothing and returns the counters in which it holds a slot now.
 */
export async function concludeIfRoom(
  core: Core,
  loaded: LoadedSubmission<'routing'>,
  asks: readonly SlotAsk[],
  decision: DecisionOf['routing'],
): Promise<StageOutcome | readonly string[]> {
  const { generation, submission, stores } = loaded;
  const at = now(core);
  const slots = stores.slots.wanted(slotName(submission.submissionId, generation), asks);
  const written = await stores.journal.reserveAndRecord(submission, slots, generation, decision, at);
  if (written !== true) return written;
  return (await follow(core, loaded, decision, { recorded: decision, ours: true, at })).outcome;
}

/** A decision in the journal, and when this worker decided. */
interface Journaled<S extends QueuedStage> extends Recorded<S> {
  readonly at: Date;
  readonly routing?: RoutingOutcome | undefined;
  /** Whether the submission was ended together with the decision. */
  readonly isEnded?: boolean;
}

// What follows from the decision that is in the journal, whoever recorded it.
async function follow<S extends QueuedStage>(
  core: Core,
  { stage, generation, submission, stores }: LoadedSubmission<S>,
  decision: DecisionOf[S],
  { recorded, ours, at, routing, isEnded = false }: Journaled<S>,
): Promise<Recording> {
  if (ours) {
    measureDecision(core, submission, { stage, outcome: recorded.kind, at });
    countDelivered(core.stores, submission, { stage, outcome: recorded.kind, at });
  }
  if (!isEnded) {
    await failpoint('after-decision-before-advance', submission);
    const inJournal = { stage, generation, decision: recorded, decidedAt: at };
    await advance(core, submission, inJournal, { routing, ours });
  }
  if (!ours) await releaseUnheldClaims(stores, submission.submissionId, decision, recorded);
  await failpoint('after-advance', submission);
  const fields = {
    leadId: submission.leadId,
    // A buyer's answer may quote the lead, so it belongs in the journal only.
    ...(recorded.reason !== undefined && stage !== 'delivery' && { reason: recorded.reason }),
    ...(!ours && { alreadyRecorded: true }),
  };
  return { outcome: { outcome: recorded.kind, fields }, ours };
}

/** Like {@link recordDecision}, for stages that need not know whose decision was recorded. */
export async function concludeStage<S extends QueuedStage>(
  ...recording: Parameters<typeof recordDecision<S>>
): Promise<StageOutcome> {
  return (await recordDecision(...recording)).outcome;
}

/** The outcome of a stage that had nothing left to do. */
export const nothingLeft: StageOutcome = { outcome: 'nothing_left' };
