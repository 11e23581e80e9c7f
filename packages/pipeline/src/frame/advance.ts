/**
 * Advancing: carries out what follows from a recorded decision. Effects are written first, then the next stage is
 * enqueued. A process may die anywhere in between, and the sweep continues from the journal.
 */
import type {
  ActionDecision,
  Asking,
  AwaitingAction,
  CheckName,
  RecordedDecision,
  SubmissionRecord,
} from '@sluice/contracts';
import {
  checkId,
  decisionWithoutVerdict,
  firstSubmissionCall,
  firstSubmissionCallId,
  plansEffects,
  voiceCallId,
  withoutFirstSubmissionCall,
} from '@sluice/domain';
import type { StoredSubmission } from '@sluice/store';
import { now, type Core, type StoresFor } from '../core.js';
import { countForSupplier, forgetForSupplier } from '../counts/supplier-count.js';
import { bookCostOfLead } from '../ledger/book-cost.js';
import { planEffects } from '../planning/plan-effects.js';
import { enqueueStage, type NextStage } from '../enqueue/enqueue.js';
import { joinWaiting } from '../enqueue/join-waiting.js';
import { endsItsWay } from '../end/decide-or-end.js';
import { endSubmission } from '../end/end-submission.js';
import { holdLead } from '../waiting/hold-lead.js';
import { deliveryLane } from '../enqueue/lane.js';
import { followEnd } from './follow-end.js';
import type { RoutingOutcome } from '../routing/routing-outcome.js';

/** How often the sweep looks at a submission that waits for a phone call. */
const CALL_LOOK_MS = 10 * 60_000;

/**
 * Carries out what follows from `recorded`. Every step is repeatable. Unless this worker has just recorded the decision
 * (`ours`), another worker may already have advanced it. The next stage then reads its own recorded decision first, and
 * takes no slot for a lead that has already passed it.
 */
export async function advance(
  core: Core,
  submission: StoredSubmission,
  recorded: RecordedDecision,
  { routing, ours = false }: { readonly routing?: RoutingOutcome | undefined; readonly ours?: boolean } = {},
): Promise<void> {
  const { decision } = recorded;
  if (endsItsWay(decision)) {
    const end = { submission, recorded: { ...recorded, decision }, routing };
    const ended = await endSubmission(core, end);
    return ended.kind === 'ended' ? followEnd(core, ended.sequels) : undefined;
  }
  const mayBeBegun = !ours;
  // One that was recorded a while ago begins to wait in its next queue now.
  const since = ours ? recorded.decidedAt : now(core);
  if (!ours) await countForSupplier(core, submission, recorded);
  forgetForSupplier(core, submission, recorded);
  const { submissions } = core.stores.forTenant(submission.tenantId);
  switch (decision.kind) {
    case 'qualified':
      if (!ours) await bookCostOfLead(core, submission, decision, recorded.decidedAt);
      await planEffects(core, submission, recorded);
      if (ours && (await joinWaiting(core, submission, recorded.decidedAt))) return;
      return enqueueStage(core, submission, {
        stage: 'routing',
        generation: 0,
        since,
        mayBeBegun,
      });
    case 'asking':
      await planEffects(core, submission, recorded);
      // A check that was planned just now enqueues the next generation itself, once it is answered.
      return ours ? undefined : resumeFromCheck(core, submission, recorded, decision);
    case 'awaiting_action':
      if (decision.action === 'voice_ai') await showAwaitingCall(core, submission);
      return resumeFromAction(core, submission, recorded, decision);
    case 'routed':
      if (plansEffects(decision)) await planEffects(core, submission, recorded);
      if (wasHeldBefore(submission, recorded.generation))
        await submissions.recordRoutedAfterHold(
          submission.submissionId,
          recorded.generation,
          new Date(now(core).getTime() + core.stores.sweepTiming.firstLookMs),
        );
      // Its check, if it waits for one, enqueues the delivery itself.
      if (decision.consent?.kind === 'ask' && !(await hasEnded(core, submission, decision.consent.check)))
        return;
      return enqueueStage(core, submission, {
        stage: 'delivery',
        generation: recorded.generation,
        since,
        lane: await deliveryLane(core.stores, submission, decision),
        mayBeBegun,
      });
    case 'held':
      await planEffects(core, submission, recorded);
      return holdLead(core, submission, recorded.generation, decision);
  }
}

// A hold, or a later look at a lead that stays held, came just before this generation.
function wasHeldBefore({ heldAt }: StoredSubmission, generation: number): boolean {
  return heldAt !== undefined && heldAt >= generation - 1;
}

// The worker of the check records the answer before it enqueues the next generation, and may die in between.
async function resumeFromCheck(
  core: Core,
  submission: SubmissionRecord,
  { generation }: RecordedDecision,
  { check }: Asking,
): Promise<void> {
  if (await hasEnded(core, submission, check))
    await enqueueAnswered(core, submission, { stage: 'qualification', generation: generation + 1 });
}

async function hasEnded(
  { stores }: StoresFor<'forTenant'>,
  { tenantId, submissionId }: SubmissionRecord,
  check: CheckName,
): Promise<boolean> {
  const found = await stores.forTenant(tenantId).effects.find(checkId(submissionId, check));
  return found?.status !== 'due';
}

/** Enqueues the stage of a submission that reads the answer of its check. */
export async function enqueueAnswered(
  core: Core,
  submission: Pick<SubmissionRecord, 'tenantId' | 'submissionId'>,
  reader: Pick<NextStage, 'stage' | 'generation' | 'lane'>,
): Promise<void> {
  await enqueueStage(core, submission, { ...reader, since: now(core), mayBeBegun: true });
}

// A call may take a day, and a person may act meanwhile.
async function showAwaitingCall(
  core: StoresFor<'clock' | 'forTenant'>,
  { tenantId, leadId, submissionId }: SubmissionRecord,
): Promise<void> {
  await core.stores.forTenant(tenantId).leads.recordStatus(leadId, {
    status: 'pending_action',
    ended: false,
    reason: 'voice_ai',
    submissionId,
    at: now(core),
  });
}

// The worker of the action decides once its call is answered. If its decision is recorded, the submission advances by
// it. If there is no call, because the webhook was switched off before the call was planned, no worker would ever
// decide.
async function resumeFromAction(
  core: Core,
  submission: SubmissionRecord,
  recorded: RecordedDecision,
  { action }: AwaitingAction,
): Promise<void> {
  await planEffects(core, submission, recorded);
  const stores = core.stores.forTenant(submission.tenantId);
  const { submissionId } = submission;
  const isCall = action === 'voice_ai';
  const callId = isCall ? voiceCallId(submissionId) : firstSubmissionCallId(submissionId);
  const call = await stores.effects.find(callId);
  // The verdict of a phone call may take a day, and its effect is swept by itself.
  if (isCall && call?.status === 'due')
    await stores.submissions.awaitCall(submissionId, new Date(now(core).getTime() + CALL_LOOK_MS));
  // The worker records its decision before it marks the call as done, so the call is read before the journal.
  const decided =
    (await stores.journal.standing(submissionId, 'action', 0)) ??
    (call?.status === 'due' ? undefined : await decideWithoutCall(core, submission, call?.status, isCall));
  if (decided) await advance(core, submission, decided);
}

async function decideWithoutCall(
  core: StoresFor<'clock' | 'forTenant'>,
  submission: SubmissionRecord,
  callStatus: string | undefined,
  isCall: boolean,
): Promise<RecordedDecision<'action'> | undefined> {
  const { campaigns, journal } = core.stores.forTenant(submission.tenantId);
  const record = async (given: ActionDecision) => {
    const { recorded: decision, decidedAt } = await journal.record(submission, 'action', 0, given, now(core));
    return { stage: 'action', generation: 0, decision, decidedAt } as const;
  };
  if (isCall) return record(decisionWithoutVerdict('voice_ai', `call_${callStatus}`));
  // Effects follow the cached configuration, so a call that was just switched on is planned on the next run.
  if (callStatus === undefined && firstSubmissionCall(await campaigns.find(submission.campaignId))) return;
  return record(withoutFirstSubmissionCall(callStatus));
}
