/**
 * Routing: decides where a qualified submission goes, and opens its name in the counts of campaign and client together
 * with recording that decision. This file is the order of the steps; the decision is made in `decide.ts`.
 */
import {
  countOwner,
  routingQueue,
  slotName,
  type Decision,
  type Held,
  type RoutingDecision,
  type StagePayload,
} from '@sluice/contracts';
import { isOwnFirst } from '@sluice/domain';
import {
  conclude,
  holdLead,
  leftClaims,
  loadSubmission,
  nextLook,
  nothingLeft,
  now,
  planEffects,
  releaseAfter,
  releaseNextWaiting,
  releaseWithoutRight,
  type ClientLook,
  type Core,
  type LoadedSubmission,
  type StoresFor,
} from '@sluice/pipeline';
import { failpoint } from '@sluice/process';
import { defineStage, jobBudgetMs, type StageOutcome, type StageRun } from '@sluice/queue';
import type { Slot } from '@sluice/store';
import { decide } from './decide.js';
import type { RoutingDeps } from './deps.js';
import { HeldClaims } from './held-claims.js';
import { listOf, type Room } from './on-the-way.js';

/** A lead that waits longer than this for a count is looked at by the sweep, and not by its job. */
const NEXT_TURN_MS = 1_000;

export const routingStage = defineStage<StagePayload, RoutingDeps>({
  queue: routingQueue,
  budgetMs: jobBudgetMs(0),

  async run(payload, core, run) {
    const loaded = await loadSubmission(core, 'routing', payload, run);
    if (!loaded) return nothingLeft;
    if (!loaded.recorded) return decideInTurn(core, loaded, run);
    const { outcome } = await conclude(core, loaded, loaded.recorded);
    const { submission, stores } = loaded;
    if (!run.first)
      await releaseWithoutRight(stores, submission.submissionId, await leftClaims(core, submission));
    return outcome;
  },
});

// A lead whose decision can only begin with its own campaign waits for room there before it is decided about.
async function decideInTurn(
  core: RoutingDeps,
  loaded: LoadedSubmission<'routing'>,
  run: StageRun,
): Promise<StageOutcome> {
  const { submission, generation, stores } = loaded;
  const { campaignId, isTest, retryOf } = submission;
  const waitedFor = campaignOf(run.waited);
  const roomAt = (campaign: string) =>
    core.onTheWay.roomAt(stores, campaign, { hasWaited: campaign === waitedFor });
  let room: Room | undefined;
  if (generation === 0 && !isTest && retryOf === undefined) {
    const own = await stores.campaigns.cached(campaignId);
    if (own && isOwnFirst(own)) {
      room = await roomAt(campaignId);
      if (!room) return waitsFor(campaignId);
    }
  }
  const admit: Admit = async (campaign) => {
    if (room?.campaignId === campaign) return true;
    room?.giveBack();
    room = undefined;
    room = await roomAt(campaign);
    return room !== undefined;
  };
  let isRouted = false;
  try {
    const { outcome, to } = await decideAndConclude(core, loaded, run, { admit, waitedFor });
    isRouted = to !== undefined && to === room?.campaignId;
    return outcome;
  } finally {
    if (isRouted) room?.keep();
    else room?.giveBack();
  }
}

/** Whether a lead may be on its way to this campaign. */
type Admit = (campaignId: string) => Promise<boolean>;

interface Entry {
  readonly admit: Admit;
  /** The campaign that it waited for before. */
  readonly waitedFor: string | undefined;
}

/** The outcome, and the campaign that this run has routed the lead to. */
interface Ended {
  readonly outcome: StageOutcome;
  readonly to?: string;
}

function waitsFor(campaignId: string): StageOutcome {
  return { outcome: 'waits_for_campaign', waitsOn: listOf(campaignId) };
}

function campaignOf(waited: StageRun['waited']): string | undefined {
  const owner = waited && countOwner(waited.list);
  return owner && 'campaignId' in owner ? owner.campaignId : undefined;
}

// Each refusal makes one more limit known to be full, so this ends.
async function decideAndConclude(
  core: RoutingDeps,
  loaded: LoadedSubmission<'routing'>,
  run: StageRun,
  { admit, waitedFor }: Entry,
): Promise<Ended> {
  const { submission, generation, stores } = loaded;
  const name = slotName(submission.submissionId, generation);
  const full = new Set<string>();
  // The counts in which an earlier run of this lead may be open.
  const before = new Set<string>();
  const mayHaveLeft = !run.first || generation > 0;
  const claims = new HeldClaims(stores, submission, mayHaveLeft ? await leftClaims(core, submission) : []);
  for (;;) {
    const decided = await decide(core, loaded, full, waitedFor);
    const { counts, at, except, isReleased } = decided;
    for (const count of decided.open) before.add(count);
    claims.add(decided.takenOver);
    if (decided.isUndecided) {
      decided.turn?.giveBack();
      await claims.giveBack();
      const again = nextLook(submission.acceptedAt, at);
      return { outcome: await postpone(core, loaded, isReleased, again, 'waits_for_duplicate') };
    }
    if (decided.decision.kind === 'held' && isReleased && before.size === 0 && claims.ids.length === 0)
      return { outcome: await stillHeld(core, loaded, decided.decision) };
    const giveTurnBack = (error: unknown) => {
      decided.turn?.giveBack();
      throw error;
    };
    const to = decided.decision.kind === 'routed' ? decided.decision.campaignId : undefined;
    if (to !== undefined && counts.length > 0 && !(await admit(to).catch(giveTurnBack))) {
      decided.turn?.giveBack();
      await claims.giveBack();
      return { outcome: waitsFor(to) };
    }
    const slot = { name, opening: core.openings.next(name) };
    const opened = openedUnder(slot.opening, counts, decided.decision);
    const decision = resting(opened, decided.ofClient);
    const names = stores.counts.wanted(slot, at, counts, except);
    const ofClient = claims.guardOf(decided.ofClient);
    const guard = ofClient ? { names, ofClient } : { names };
    const concluded = await conclude(core, loaded, decision, { guard }).catch(giveTurnBack);
    if (concluded.kind === 'concluded' && concluded.ours) decided.turn?.keep();
    else decided.turn?.giveBack();
    const openedIn = counts.map((count) => count.name);
    if (concluded.kind === 'concluded') {
      if (!concluded.ours) await takeOut(core, loaded, slot, openedIn);
      if (!concluded.ours) await releaseWithoutRight(stores, submission.submissionId, claims.ids);
      if (before.size > 0 || !run.first)
        await takeOutOthers(core, loaded, concluded.recorded, [...before, ...openedIn]);
      if (isReleased) await endWait(core, loaded);
      return { outcome: concluded.outcome, to: concluded.ours ? to : undefined };
    }
    await failpoint('after-opening-before-decision', submission);
    const claimed = ofClient?.ids.slice(0, concluded.made) ?? [];
    claims.add(claimed);
    if (typeof concluded.by === 'string') {
      await claims.take(decided.ofClient?.free[concluded.made]);
      continue;
    }
    await takeOut(core, loaded, slot, openedIn.slice(0, concluded.made - claimed.length));
    const noRoom = await stores.counts.follow(concluded.by, counts);
    if (noRoom.kind === 'ask_again') {
      await claims.giveBack();
      return { outcome: await postpone(core, loaded, isReleased, noRoom.at) };
    }
    for (const limit of noRoom.limits) full.add(limit);
  }
}

// The decision names the claims of the client that it rests on.
function resting(decision: RoutingDecision, ofClient: ClientLook | undefined): RoutingDecision {
  return ofClient ? { ...decision, claims: ofClient.claims.map(({ id }) => id) } : decision;
}

// The decision says under which opening its name is in the counts. A test lead is in none.
function openedUnder(
  opening: string,
  counts: readonly unknown[],
  decision: RoutingDecision,
): RoutingDecision {
  return decision.kind === 'routed' && counts.length > 0 ? { ...decision, opening } : decision;
}

async function takeOut(
  core: Core,
  { submission, stores }: LoadedSubmission<'routing'>,
  slot: Slot,
  counts: readonly string[],
): Promise<void> {
  if (counts.length === 0) return;
  await stores.counts.release(slot, counts);
  await releaseAfter(core, submission.tenantId, counts);
}

// What an earlier run opened before its worker died: the decision that stands rests on another opening.
async function takeOutOthers(
  core: Core,
  { submission, generation, stores }: LoadedSubmission<'routing'>,
  recorded: Decision,
  counts: readonly string[],
): Promise<void> {
  const kept = recorded.kind === 'routed' ? recorded.opening : undefined;
  await stores.counts.releaseOthers(slotName(submission.submissionId, generation), kept, counts);
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
  outcome = 'waits_for_count',
): Promise<StageOutcome> {
  const { submissionId } = submission;
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
  core: Core,
  { submission, generation }: LoadedSubmission<'routing'>,
  held: Held,
): Promise<StageOutcome> {
  if (held.consent)
    await planEffects(core, submission, {
      stage: 'routing',
      generation,
      decision: held,
      decidedAt: now(core),
    });
  await holdLead(core, submission, generation, held);
  return { outcome: 'still_held', fields: { leadId: submission.leadId, reason: held.reason } };
}
