/**
 * Handing on: what follows from a decision that stands. Effects are written first, then the next step is begun,
 * so a process may die anywhere in between and the sweep continues from the journal.
 */
import type { ActionDecision, StandingDecision, SubmissionRecord } from '@sluice/contracts';
import { firstSubmissionCall, firstSubmissionCallId, withoutFirstSubmissionCall } from '@sluice/domain';
import { now, type Core } from './core.js';
import { setOff } from './effects.js';
import { enqueueStage } from './enqueue.js';
import { finish, type Route } from './finish.js';
import { hold } from './hold.js';
import { deliveryLane } from './lane.js';

/**
 * Does what follows from `standing`. Every step is repeatable. Unless `ours`, recorded just now, it may have been handed on
 * before: the next stage then looks at what stands there, and takes no slot for a lead that has left it.
 */
export async function handOn(
  core: Core,
  submission: SubmissionRecord,
  standing: StandingDecision,
  { route, ours = false }: { readonly route?: Route | undefined; readonly ours?: boolean } = {},
): Promise<void> {
  const mayBeBegun = !ours;
  const { decision } = standing;
  const { submissions } = core.stores.forTenant(submission.tenantId);
  switch (decision.kind) {
    case 'qualified':
      await setOff(core, submission, standing);
      return enqueueStage(core, submission, {
        ...{ stage: 'routing', generation: 0, since: standing.decidedAt, mayBeBegun },
      });
    case 'awaiting_action':
      return resumeFromAction(core, submission, standing);
    case 'routed':
      // Only a later generation was held before.
      if (standing.generation > 0)
        await submissions.release(
          submission.submissionId,
          new Date(now(core).getTime() + core.stores.sweepTiming.firstLookMs),
        );
      return enqueueStage(core, submission, {
        stage: 'delivery',
        generation: standing.generation,
        since: standing.decidedAt,
        lane: await deliveryLane(core.stores, submission, decision),
        mayBeBegun,
      });
    case 'held':
      await setOff(core, submission, standing);
      return hold(core, submission, standing.generation, decision);
    default:
      await finish(core, submission, standing, decision, route);
  }
}

// The action's own worker decides once it was answered; if it has, its decision is what is handed on. Where there is no
// call to be answered, because it was switched off before it was written down, nobody else would ever decide.
async function resumeFromAction(
  core: Core,
  submission: SubmissionRecord,
  standing: StandingDecision,
): Promise<void> {
  await setOff(core, submission, standing);
  const stores = core.stores.forTenant(submission.tenantId);
  const { submissionId } = submission;
  const call = await stores.effects.find(firstSubmissionCallId(submissionId));
  // Its worker records the decision before the call is done, so a call that is due no more is looked at first.
  const decision =
    (await stores.journal.standing(submissionId, 'action', 0)) ??
    (call?.status === 'due' ? undefined : await decideWithoutCall(core, submission, call?.status));
  if (!decision) return;
  await handOn(core, submission, {
    stage: 'action',
    generation: 0,
    decision,
    decidedAt: standing.decidedAt,
  });
}

async function decideWithoutCall(
  core: Core,
  submission: SubmissionRecord,
  callStatus: string | undefined,
): Promise<ActionDecision | undefined> {
  const { campaigns, journal } = core.stores.forTenant(submission.tenantId);
  // Effects follow the configuration as it was read a moment ago: a call that was just switched on is set off next time.
  if (callStatus === undefined && firstSubmissionCall(await campaigns.find(submission.campaignId))) return;
  const decision = withoutFirstSubmissionCall(callStatus);
  return (await journal.record(submission, 'action', 0, decision, now(core))).standing;
}
