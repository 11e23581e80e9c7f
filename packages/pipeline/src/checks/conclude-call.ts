/** What a call leads to: its interaction follows it, and its verdict decides the submission that waits for it. */
import type { ActionDecision, CallIds, Interaction, VoiceCall } from '@sluice/contracts';
import { decisionOfCall, interactionOfCall, voiceCallId } from '@sluice/domain';
import type { EffectProgress, StoredSubmission } from '@sluice/store';
import { now, type Core } from '../core.js';
import { notifyInteraction } from '../effects/notify-interaction.js';
import { eraseAgain } from '../lead/erase-again.js';
import { bookCostOfLead } from '../ledger/book-cost.js';
import { advance } from '../frame/advance.js';

/**
 * Brings the interaction of a call up to date and, if the call has a verdict, lets its submission go on. Repeatable, in
 * any order: once the submission has gone on, only the interaction changes. `change` identifies what told of the call.
 */
export async function followCall(core: Core, ids: CallIds, call: VoiceCall, change: string): Promise<void> {
  const told = interactionOfCall(call);
  if (told) await updateInteraction(core, ids, told, change);
  if (call.isQualified === undefined) return;
  const { submissions, effects } = core.stores.forTenant(ids.tenantId);
  const [submission, effect] = await Promise.all([
    submissions.find(ids.submissionId),
    effects.find(voiceCallId(ids.submissionId)),
  ]);
  const isItsCall = effect?.kind === 'call' && effect.body.interactionId === ids.interactionId;
  if (submission && isItsCall) await decideCall(core, submission, decisionOfCall(call.isQualified));
}

/** Writes what is known of a call into its interaction and notifies of it, unless its person was erased. */
export async function updateInteraction(
  core: Core,
  { tenantId, leadId, interactionId }: Omit<CallIds, 'submissionId'>,
  given: Partial<Interaction>,
  change: string,
): Promise<void> {
  const { interactions, leads } = core.stores.forTenant(tenantId);
  const [known, lead] = await Promise.all([interactions.find(interactionId), leads.find(leadId)]);
  // An erasure deletes it; what comes late must not bring it back.
  if (!lead || known?.leadId !== leadId || known.type !== 'call') return;
  const recorded = await interactions.record(
    { leadId, newInteractionId: interactionId, change, given, beginnings: { status: 'in_progress' } },
    now(core),
  );
  if (!recorded || (await eraseAgain(core, lead))) return;
  const { interaction, toNotify } = recorded;
  if (toNotify !== undefined) await notifyInteraction(core, lead, interaction, toNotify);
  await eraseAgain(core, lead);
}

/**
 * Records the decision about a submission that waits for its call, and lets it go on by it; `ended` is how the call's
 * effect ends. Has no effect once another decision stands.
 */
export async function decideCall(
  core: Core,
  submission: StoredSubmission,
  decision: ActionDecision,
  ended: Pick<EffectProgress, 'status' | 'reason' | 'attempt'> = { status: 'done' },
): Promise<void> {
  const { tenantId, submissionId, dueAt } = submission;
  if (dueAt === undefined) return;
  const { journal, effects, submissions } = core.stores.forTenant(tenantId);
  const waits = await journal.qualification(submissionId);
  if (waits.decision?.kind !== 'awaiting_action' || waits.decision.action !== 'voice_ai') return;
  const decidedAt = now(core);
  // While it waits, the sweep looks at it rarely; from here on soon, if this process dies.
  const { firstLookMs } = core.stores.sweepTiming;
  await submissions.postpone(submissionId, new Date(decidedAt.getTime() + firstLookMs));
  const { recorded, ours } = await journal.record(submission, 'action', 0, decision, decidedAt);
  if (!ours) return;
  await bookCostOfLead(core, submission, recorded, decidedAt);
  // Nothing is left to do for the call.
  await effects.progress(voiceCallId(submissionId), ended, decidedAt);
  await advance(
    core,
    submission,
    { stage: 'action', generation: 0, decision: recorded, decidedAt },
    { ours },
  );
}
