/** After an attempt: the message's status, its conversation, and the receivers to notify. Repeatable. */
import type { DueEffect } from '@sluice/contracts';
import { smsNumber, smsStatusesBefore } from '@sluice/domain';
import { recordEffectResult, now, showOutcome, notifyOf, type LeadEffectDeps } from '@sluice/pipeline';
import type { SmsRefused, SmsRetry, SmsSendOutcome, SmsSent } from '@sluice/providers';
import type { StageOutcome } from '@sluice/queue';
import { effectResult, type MadeTry } from './outcome-of-try.js';

/**
 * Applies every consequence of `outcome` and ends the effect. A message on which the vendor has already reported counts
 * as sent, whatever the outcome of the call.
 */
export async function concludeMessage(
  deps: LeadEffectDeps,
  effect: DueEffect<'sms'>,
  outcome: SmsSendOutcome,
  made: MadeTry,
): Promise<StageOutcome> {
  const result = effectResult(effect, outcome, made, now(deps));
  if (outcome.kind === 'sent') await noteSent(deps, effect, outcome);
  else if (result.kind === 'failed') {
    const reported = await noteFailed(deps, effect, outcome);
    if (reported) return concludeMessage(deps, effect, reported, made);
  }
  return recordEffectResult(deps, effect, result);
}

async function noteSent(
  deps: LeadEffectDeps,
  effect: DueEffect<'sms'>,
  { status, vendorMessageId }: SmsSent,
): Promise<void> {
  const { messageId, interactionId, provider } = effect.body;
  const { messages } = deps.stores.forTenant(effect.tenantId);
  const progress = {
    status,
    providerMessageId: vendorMessageId,
  };
  // The conversation shows final statuses only; the vendor's report of one may have arrived before this.
  await messages.progress(messageId, progress, smsStatusesBefore(status), now(deps));
  await notifyOf(deps, effect, 'sms.sent', { messageId, interactionId, provider, status });
}

// Returns the message as sent if its vendor has reported on it meanwhile; then it has not failed.
async function noteFailed(
  deps: LeadEffectDeps,
  effect: DueEffect<'sms'>,
  outcome: SmsRefused | SmsRetry,
): Promise<SmsSent | undefined> {
  const { messageId, interactionId, provider, to } = effect.body;
  const { messages } = deps.stores.forTenant(effect.tenantId);
  const status = 'failed';
  const error =
    outcome.kind === 'refused'
      ? { errorCode: outcome.code, errorMessage: outcome.message }
      : { errorCode: outcome.reason };
  if (outcome.kind === 'refused' && outcome.optedOut) {
    await messages.optOut(smsNumber(to), messageId, now(deps));
  }
  await messages.giveUp(messageId, error, now(deps));
  const vendorMessageId = (await showOutcome(deps, effect.tenantId, messageId))?.providerMessageId;
  if (vendorMessageId !== undefined) return { kind: 'sent', status: 'sent', vendorMessageId };
  const { errorCode } = error;
  await notifyOf(deps, effect, 'sms.failed', { messageId, interactionId, provider, status, errorCode });
  return undefined;
}
