/**
 * Routing: decides where a qualified submission goes, and opens its name in the counts of campaign and client together
 * with recording that decision. This file is the order of the steps; the decision is made in `decide.ts`.
 */
import { countsIn, routingQueue, slotName, type Held, type StagePayload } from '@sluice/contracts';
import {
  concludeRouting,
  concludeStage,
  hold,
  loadSubmission,
  nothingLeft,
  now,
  releaseAfter,
  releaseNextWaiting,
  type Core,
  type LoadedSubmission,
  type StoresFor,
} from '@sluice/pipeline';
import { failpoint } from '@sluice/process';
import { defineStage, jobBudgetMs, type StageOutcome } from '@sluice/queue';
import { decide } from './decide.js';
import type { RoutingDeps } from './deps.js';

/** A lead that waits longer than this for a count is looked at by the sweep, and not by its job. */
const NEXT_TURN_MS = 1_000;

export const routingStage = defineStage<StagePayload, RoutingDeps>({
  queue: routingQueue,
  budgetMs: jobBudgetMs(0),

  async run(payload, core, run) {
    const loaded = await loadSubmission(core, 'routing', payload, run);
    if (!loaded) return nothingLeft;
    if (loaded.recorded) return concludeStage(core, loaded, loaded.recorded);
    return decideAndConclude(core, loaded);
  },
});

// Each refusal makes one more limit known to be full, so this ends.
async function decideAndConclude(
  core: RoutingDeps,
  loaded: LoadedSubmission<'routing'>,
): Promise<StageOutcome> {
  const { submission, generation, stores } = loaded;
  const name = slotName(submission.submissionId, generation);
  const full = new Set<string>();
  const open = new Set<string>();
  for (;;) {
    const decided = await decide(core, loaded, full);
    const { decision, counts, at, except, isReleased, open: before } = decided;
    for (const count of before) open.add(count);
    if (decision.kind === 'held' && isReleased && open.size === 0) return stillHeld(core, loaded, decision);
    const names = stores.counts.wanted(name, at, counts, except);
    const concluded = await concludeRouting(core, loaded, names, decision).catch((error: unknown) => {
      decided.turn?.giveBack();
      throw error;
    });
    if (concluded.kind === 'concluded' && concluded.ours) decided.turn?.keep();
    else decided.turn?.giveBack();
    for (const count of counts.slice(0, concluded.kind === 'refused' ? concluded.taken : counts.length))
      open.add(count.name);
    if (concluded.kind === 'concluded') {
      const unused = [...open].filter((count) => !countsIn(concluded.recorded, count));
      if (unused.length > 0) await takeOut(core, loaded, unused);
      if (isReleased) await endWait(core, loaded);
      return concluded.outcome;
    }
    await failpoint('after-opening-before-decision', submission);
    const noRoom = await stores.counts.follow(concluded.by, counts);
    if (noRoom.kind === 'ask_again') return postpone(core, loaded, isReleased, noRoom.at);
    for (const limit of noRoom.limits) full.add(limit);
  }
}

async function takeOut(
  core: Core,
  { submission, generation, stores }: LoadedSubmission<'routing'>,
  counts: readonly string[],
): Promise<void> {
  await stores.counts.release(slotName(submission.submissionId, generation), counts);
  await releaseAfter(core, submission.tenantId, counts);
}

// A released lead may have left room, and then the next lead that waits is released.
async function endWait(
  core: StoresFor<'clock' | 'forTenant' | 'tenants'>,
  { submission: { tenantId, waitsFor } }: LoadedSubmission<'routing'>,
): Promise<void> {
  if (waitsFor) await releaseNextWaiting(core, tenantId, waitsFor);
}

// A held lead returns to its place behind all leads in progress.
async function postpone(
  core: StoresFor<'clock' | 'sweepTiming'>,
  { submission, stores }: LoadedSubmission<'routing'>,
  isReleased: boolean,
  againAt: Date,
): Promise<StageOutcome> {
  const { submissionId } = submission;
  const outcome = 'waits_for_count';
  if (isReleased) {
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

// A lead that is held again only gets a new due time, so that a lead held for weeks does not fill the journal.
async function stillHeld(
  core: StoresFor<'clock' | 'forTenant' | 'tenants'> & Pick<Core, 'metrics'>,
  { submission, generation }: LoadedSubmission<'routing'>,
  held: Held,
): Promise<StageOutcome> {
  await hold(core, submission, generation, held);
  return { outcome: 'still_held', fields: { leadId: submission.leadId, reason: held.reason } };
}
