/**
 * The frame of a stage: loads a submission with its recorded decision, and records the stage's decision once, by which
 * the submission advances. What happens in between belongs to the stage.
 */
import type { Decision, DecisionOf, PassedOn, QueuedStage, StagePayload } from '@sluice/contracts';
import { continueTrace, failpoint } from '@sluice/process';
import type { StageOutcome, StageRun } from '@sluice/queue';
import type {
  Guarded,
  Recorded,
  Refused,
  StoredSubmission,
  TenantStores,
  WantedClaims,
  WantedName,
} from '@sluice/store';
import { endAtOnce, type UnrecordedAttempt } from '../end/end-at-once.js';
import { releaseUnheldClaims } from '../claims/claim-values.js';
import { now, type Core, type StoresFor } from '../core.js';
import { advance } from './advance.js';
import { isStale } from './stale-run.js';
import { countDelivered, mayQuoteBuyer, measureDecision, noteReadings } from './measure.js';
import { passOnTogether } from '../end/pass-on.js';
import { postponeIfCrashing, quarantineOf } from './quarantine.js';
import { readAhead } from './read-ahead.js';
import type { RoutingOutcome } from '../routing/routing-outcome.js';

/** A submission as a stage loads it. */
export interface LoadedSubmission<S extends QueuedStage> {
  readonly stage: S;
  /**
   * The generation of the stage's decision: above 0 for routing and the delivery that follows it, and for a
   * qualification that reads the answer of a check.
   */
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

/** The result of recording: the decision in the journal, and whether it is this worker's. */
export interface Recording {
  readonly outcome: StageOutcome;
  readonly ours: boolean;
  readonly recorded: Decision;
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
  const { stage, generation, submission } = loaded;
  const at = now(core);
  const deciding = { stage, generation, decision, decidedAt: at };
  let ours: boolean | undefined;
  try {
    ours = await endAtOnce(core, submission, attempt, deciding, routing);
  } finally {
    await written();
  }
  if (ours === undefined) return undefined;
  const recorded = ours ? decision : await standing(loaded);
  return (await follow(core, loaded, decision, { recorded, ours, at, routing, isEnded: ours })).outcome;
}

/**
 * Records how the last attempt of a delivery ended and the decision that passes the submission on, in one command.
 * `written` is called as soon as the outcome may be recorded. Undefined if another worker has the next attempt or has
 * decided; only the outcome is recorded then.
 */
export async function passOnAtOnce(
  core: Core,
  { submission }: LoadedSubmission<'delivery'>,
  attempt: UnrecordedAttempt,
  decision: PassedOn,
  { routing, written }: { readonly routing: RoutingOutcome; readonly written: () => Promise<unknown> },
): Promise<StageOutcome | undefined> {
  let isOurs: boolean;
  try {
    isOurs = await passOnTogether(core, submission, attempt, { decision, decidedAt: now(core) }, routing);
  } finally {
    await written();
  }
  return isOurs ? { outcome: decision.kind, fields: { leadId: submission.leadId } } : undefined;
}

// The decision of another writer, which refused this worker's.
async function standing<S extends QueuedStage>({
  stage,
  generation,
  submission: { submissionId },
  stores,
}: LoadedSubmission<S>): Promise<DecisionOf[S]> {
  const recorded = await stores.journal.find(submissionId, stage, generation);
  if (!recorded) throw new Error(`the decision about ${submissionId} exists but cannot be read`);
  return recorded;
}

/** A stage's outcome, or what refused a guard of the decision: nothing is recorded then. */
export type Concluded<Refusal> =
  | (Recording & { readonly kind: 'concluded' })
  | Extract<Guarded<Refusal>, { readonly kind: 'refused' }>;

/**
 * Takes the duplicate claims and records the decision that holds if all of them are free, then advances by it, or by the
 * decision of another worker. A claim that is not free refuses it.
 */
export async function concludeQualification(
  core: Core,
  loaded: LoadedSubmission<'qualification'>,
  claims: WantedClaims,
  decision: DecisionOf['qualification'],
): Promise<Concluded<'exists'>> {
  const at = now(core);
  const written = await loaded.stores.journal.claimAndRecord(loaded.submission, claims, decision, at);
  return followGuarded(core, loaded, decision, written, at);
}

/**
 * Opens the submission's name in the counts of a routing decision and records it, then advances by it, or by the
 * decision of another worker. A count without room refuses it.
 */
export async function concludeRouting(
  core: Core,
  loaded: LoadedSubmission<'routing'>,
  names: readonly WantedName[],
  decision: DecisionOf['routing'],
): Promise<Concluded<Refused>> {
  const at = now(core);
  const { generation, submission, stores } = loaded;
  const written = await stores.journal.openAndRecord(submission, names, generation, decision, at);
  return followGuarded(core, loaded, decision, written, at);
}

async function followGuarded<S extends QueuedStage, Refusal>(
  core: Core,
  loaded: LoadedSubmission<S>,
  decision: DecisionOf[S],
  written: Guarded<Refusal>,
  at: Date,
): Promise<Concluded<Refusal>> {
  if (written.kind === 'refused') return written;
  const ours = written.kind === 'recorded';
  const recorded = ours ? decision : await standing(loaded);
  return { kind: 'concluded', ...(await follow(core, loaded, decision, { recorded, ours, at })) };
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
    noteReadings(core.stores, submission, recorded);
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
    ...(recorded.reason !== undefined &&
      !mayQuoteBuyer(stage, recorded.reason) && { reason: recorded.reason }),
    ...(!ours && { alreadyRecorded: true }),
  };
  return { outcome: { outcome: recorded.kind, fields }, ours, recorded };
}

/** Like {@link recordDecision}, for stages that need not know whose decision was recorded. */
export async function concludeStage<S extends QueuedStage>(
  ...recording: Parameters<typeof recordDecision<S>>
): Promise<StageOutcome> {
  return (await recordDecision(...recording)).outcome;
}

/** The outcome of a stage that had nothing left to do. */
export const nothingLeft: StageOutcome = { outcome: 'nothing_left' };
