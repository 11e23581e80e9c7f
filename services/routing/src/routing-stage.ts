/**
 * Routing: decides where a qualified submission goes, and reserves its slots under the name of that decision. Most leads
 * find room, so on a first run the slots are reserved together with recording the decision. This file is the order of
 * the steps; the decision is made in `decide.ts`.
 */
import {
  routingQueue,
  slotName,
  type Held,
  type RoutingDecision,
  type StagePayload,
} from '@sluice/contracts';
import {
  concludeIfRoom,
  loadSubmission,
  recordDecision,
  releaseSlots,
  hold,
  nothingLeft,
  now,
  releaseNextWaiting,
  type Core,
  type LoadedSubmission,
  type StoresFor,
} from '@sluice/pipeline';
import { defineStage, failpoint, jobBudgetMs, type StageOutcome, type StageRun } from '@sluice/runtime';
import { decide, NEXT_TURN_MS, type DecideDeps, type Decision, type Later } from './decide.js';
import { createTurns } from './in-turn.js';

/** A decision that takes longer than this no longer holds up the next released lead. */
const TURN_AT_MOST_MS = 10_000;

export const routingStage = defineStage<StagePayload, Core>({
  queue: routingQueue,
  budgetMs: jobBudgetMs(0),

  async run(payload, core, run) {
    const deciding = () => decideOn(payload, core, run);
    // Released leads are decided in order of their age, so that the oldest takes the first free slot.
    const decided = await (payload.generation > 0 ? releases(payload.tenantId, deciding) : deciding());
    if (!decided) return nothingLeft;
    const { loaded, wanted, decision } = decided;
    if (wanted.length === 0 || decision.kind === 'later') return concludeReserved(core, decided);
    const outcome = await concludeIfRoom(core, loaded, wanted, decision);
    if ('outcome' in outcome) return outcome;
    return concludeReserved(core, { loaded, ...(await decide(core, loaded, run, outcome)) });
  },
});

const releases = createTurns(TURN_AT_MOST_MS);

/** A loaded submission with the decision that is about to be recorded. */
interface Decided extends Decision {
  readonly loaded: LoadedSubmission<'routing'>;
}

async function decideOn(
  payload: StagePayload,
  core: DecideDeps & Pick<Core, 'log'>,
  run: StageRun,
): Promise<Decided | undefined> {
  // Read ahead for every new lead that wants a slot, and used once the lead is loaded.
  if (payload.generation === 0)
    core.stores.forTenant(payload.tenantId).submissions.readReleasesAhead(now(core));
  const loaded = await loadSubmission(core, 'routing', payload, run);
  if (!loaded) return undefined;
  if (loaded.recorded) return { loaded, decision: loaded.recorded, reserved: new Set(), wanted: [] };
  const decided = { loaded, ...(await decide(core, loaded, run)) };
  if (decided.decision.kind !== 'later') await endWait(core, loaded, decided.decision);
  return decided;
}

// If the released lead leaves a slot free, for whatever reason, the slot goes to the next lead that waits. This comes
// before the decision is recorded, because afterwards a worker that takes over cannot learn what the lead waited for.
async function endWait(
  core: DecideDeps,
  { generation, submission: { tenantId, submissionId, waitsFor }, stores }: LoadedSubmission<'routing'>,
  { kind }: RoutingDecision,
): Promise<void> {
  if (generation === 0 || !waitsFor) return;
  await releaseNextWaiting(core, tenantId, waitsFor);
  // A lead that has a slot no longer keeps other leads waiting.
  if (kind === 'routed') await stores.submissions.stopWaiting(submissionId, generation);
}

// A decision that wants no more slots: those that it uses are reserved.
async function concludeReserved(core: Core, decided: Decided): Promise<StageOutcome> {
  const { loaded, decision } = decided;
  await failpoint('after-reservation-before-decision', loaded.submission);
  if (decision.kind === 'later') return postpone(core, loaded, decision);
  return settle(core, { ...decided, decision });
}

// A held lead returns to its place behind all leads in progress, so that it does not take their turn.
async function postpone(
  core: StoresFor<'clock' | 'sweepTiming'>,
  { generation, submission, stores }: LoadedSubmission<'routing'>,
  { because: outcome, againAt }: Later,
): Promise<StageOutcome> {
  const { submissionId } = submission;
  if (generation > 0) {
    await stores.submissions.postpone(submissionId, againAt);
    return { outcome };
  }
  if (againAt.getTime() - now(core).getTime() > NEXT_TURN_MS) {
    await stores.submissions.postpone(
      submissionId,
      new Date(againAt.getTime() + core.stores.sweepTiming.lateByMs),
      againAt,
    );
  }
  return { outcome, againAt };
}

async function settle(
  core: Core,
  { loaded, decision, reserved }: Decided & { readonly decision: RoutingDecision },
): Promise<StageOutcome> {
  // If slots were reserved, the hold is recorded, because only a recorded decision shows which of them are unused.
  if (decision.kind === 'held' && loaded.generation > 0 && !loaded.recorded && reserved.size === 0)
    return stillHeld(core, loaded, decision);
  const { outcome, ours } = await recordDecision(core, loaded, decision);
  await releaseUnused(core, loaded, reserved, ours ? decision : undefined);
  return outcome;
}

// Another worker with the same job may have decided first, and may use other slots than those reserved here.
async function releaseUnused(
  core: StoresFor<'clock' | 'forTenant'>,
  { submission: { tenantId, submissionId }, stores, generation }: LoadedSubmission<'routing'>,
  reserved: ReadonlySet<string>,
  ours: RoutingDecision | undefined,
): Promise<void> {
  if (reserved.size === 0) return;
  const recorded = ours ?? (await stores.journal.find(submissionId, 'routing', generation));
  const used = recorded?.kind === 'routed' ? recorded.slots : [];
  const unused = [...reserved].filter((counter) => !used.includes(counter));
  if (unused.length > 0) await releaseSlots(core, tenantId, slotName(submissionId, generation), unused);
}

// A lead that is held again only gets a new due time, so that a lead held for weeks does not fill the journal.
async function stillHeld(
  core: DecideDeps & Pick<Core, 'metrics'>,
  { submission, generation }: LoadedSubmission<'routing'>,
  held: Held,
): Promise<StageOutcome> {
  await hold(core, submission, generation, held);
  return { outcome: 'still_held', fields: { leadId: submission.leadId, reason: held.reason } };
}
