/** Quarantine of effects: gives up an effect that was started too often, and notifies whoever waits for its outcome. */
import { QUARANTINED, type Effect } from '@sluice/contracts';
import type { StageRun } from '@sluice/queue';
import { now, type Core } from '../core.js';
import { advance } from '../frame/advance.js';
import { tooOften } from '../frame/quarantine.js';
import { fileFailed } from './note-file.js';
import { notifyOf } from './notify-of.js';
import { showOutcome } from './show-outcome.js';
import type { LeadEffectDeps } from './plan-effects.js';

/**
 * Gives up an effect that was started too often, and returns whether it did. A submission that waits for the effect
 * then needs attention.
 */
export async function quarantineEffect(core: Core, effect: Effect, run: StageRun): Promise<boolean> {
  const { effects, submissions, journal } = core.stores.forTenant(effect.tenantId);
  const entry = await tooOften(effects, effect.effectId, effect.kind, run);
  if (!entry) return false;
  const decidedAt = now(core);
  const submission =
    ['action', 'call'].includes(effect.kind) && (await submissions.find(effect.submissionId));
  if (submission) {
    const decision = { kind: 'pending_action', reason: QUARANTINED, trace: [entry] } as const;
    const { recorded } = await journal.record(submission, 'action', 0, decision, decidedAt);
    await advance(core, submission, { stage: 'action', generation: 0, decision: recorded, decidedAt });
  }
  if (effect.kind === 'sms') await giveUpMessage(core, effect);
  if (effect.kind === 'signature') await fileFailed(core, effect);
  await effects.progress(effect.effectId, { status: 'failed', reason: QUARANTINED }, decidedAt);
  core.log.error('effect quarantined', {
    tenantId: effect.tenantId,
    effectId: effect.effectId,
    ...entry.values,
  });
  return true;
}

// Webhook receivers are notified that the message was not sent.
async function giveUpMessage(core: LeadEffectDeps, effect: Effect): Promise<void> {
  const { messageId, interactionId, provider } = effect.body as Readonly<Record<string, string>>;
  if (messageId === undefined) return;
  const errorCode = QUARANTINED;
  const { messages } = core.stores.forTenant(effect.tenantId);
  await messages.giveUp(messageId, { errorCode }, now(core));
  if ((await showOutcome(core, effect.tenantId, messageId))?.status !== 'failed') return;
  const data = { messageId, interactionId, provider, status: 'failed', errorCode };
  await notifyOf(core, effect, 'sms.failed', data);
}
