/** Quarantine of effects: gives up an effect that was started too often, and notifies whoever waits for its outcome. */
import { QUARANTINED, type DueEffect, type TraceEntry, type WorkedKind } from '@sluice/contracts';
import type { StageRun } from '@sluice/queue';
import { now, type Core } from '../core.js';
import { conclude } from '../frame/conclude.js';
import { tooOften } from '../frame/quarantine.js';
import { fileFailed } from './note-file.js';
import { notifyOf } from './notify-of.js';
import { showOutcome } from './show-outcome.js';

/** Gives up an effect that was started too often, and returns whether it did. */
export async function quarantineEffect(core: Core, effect: DueEffect, run: StageRun): Promise<boolean> {
  const { effects } = core.stores.forTenant(effect.tenantId);
  const entry = await tooOften(effects, effect.effectId, effect.kind, run);
  if (!entry) return false;
  await note(core, effect, entry);
  await effects.progress(effect.effectId, { status: 'failed', reason: QUARANTINED }, now(core));
  core.log.error('effect quarantined', {
    tenantId: effect.tenantId,
    effectId: effect.effectId,
    ...entry.values,
  });
  return true;
}

/** Notes elsewhere that an effect is given up, before it ends. */
type NoteGivenUp<K extends WorkedKind> = (
  core: Core,
  effect: DueEffect<K>,
  entry: TraceEntry,
) => Promise<void>;

const nothing = async () => {};

const noteGivenUp: { readonly [K in WorkedKind]: NoteGivenUp<K> } = {
  webhook: nothing,
  action: leaveToPerson,
  postback: nothing,
  signature: fileFailed,
  // Qualification reads it from the effect.
  check: nothing,
  call: leaveToPerson,
  pixel: nothing,
  sms: giveUpMessage,
  email: nothing,
};

function note<K extends WorkedKind>(core: Core, effect: DueEffect<K>, entry: TraceEntry) {
  return noteGivenUp[effect.kind](core, effect, entry);
}

// The submission that waits for the effect goes on: a person has to decide.
async function leaveToPerson(
  core: Core,
  { tenantId, submissionId }: DueEffect<'action' | 'call'>,
  entry: TraceEntry,
): Promise<void> {
  const stores = core.stores.forTenant(tenantId);
  const submission = await stores.submissions.find(submissionId);
  if (!submission) return;
  const decision = { kind: 'pending_action', reason: QUARANTINED, trace: [entry] } as const;
  await conclude(core, { stage: 'action', generation: 0, submission, stores }, decision);
}

// Webhook receivers are notified that the message was not sent.
async function giveUpMessage(core: Core, effect: DueEffect<'sms'>): Promise<void> {
  const { messageId, interactionId, provider } = effect.body;
  const errorCode = QUARANTINED;
  const { messages } = core.stores.forTenant(effect.tenantId);
  await messages.giveUp(messageId, { errorCode }, now(core));
  if ((await showOutcome(core, effect.tenantId, messageId))?.status !== 'failed') return;
  const data = { messageId, interactionId, provider, status: 'failed', errorCode };
  await notifyOf(core, effect, 'sms.failed', data);
}
