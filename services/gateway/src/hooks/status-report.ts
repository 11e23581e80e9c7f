/**
 * A vendor's report on the status of a message: written to the message and its conversation, and notified if the
 * message failed.
 */
import type { SmsMessage } from '@sluice/contracts';
import { smsNumber, smsStatusesBefore } from '@sluice/domain';
import { now, showOutcome, notifyOf, type LeadEffectDeps } from '@sluice/pipeline';
import type { SmsCallback } from '@sluice/providers';
import type { TenantStores } from '@sluice/store';
import type { Caller } from './caller.js';
import { ownMessageId } from './own-message-id.js';

type StatusReport = Extract<SmsCallback, { kind: 'status' }>;

/**
 * Stores a report. `messageId` is the message that the report's address names; without it, the message is found by the
 * vendor's id. A report on an unknown message is accepted and dropped, or the vendor would keep repeating it.
 */
export async function takeStatusReport(
  core: LeadEffectDeps,
  { tenantId, provider }: Caller,
  { vendorMessageId, status, errorCode, errorMessage, optedOut }: StatusReport,
  messageId: string | undefined,
): Promise<void> {
  const { messages, effects } = core.stores.forTenant(tenantId);
  const message = await reportedMessage(messages, provider, vendorMessageId, messageId);
  // The vendor's word counts for a message that Sluice does not know, too.
  if (optedOut !== undefined) {
    const by = message?.messageId ?? ownMessageId(provider, vendorMessageId);
    await messages.optOut(smsNumber(optedOut), by, now(core));
  }
  if (!message) {
    core.log.info('sms report about an unknown message', { tenantId, provider, status });
    return;
  }
  const error = { errorCode, errorMessage };
  const progress = { status, providerMessageId: vendorMessageId, ...error };
  await messages.progress(message.messageId, progress, smsStatusesBefore(status), now(core));
  // An intermediate status is not shown in the conversation, which may already show the final one.
  if (status === 'queued' || status === 'sent') return;
  // A report that arrives after a later one notifies no receiver; a repeated one completes what the first left undone.
  const latest = await showOutcome(core, tenantId, message.messageId);
  if (latest?.status !== status || status === 'delivered') return;
  const cause = await effects.find(message.messageId);
  if (cause?.kind !== 'sms') return;
  const { interactionId } = message;
  const data = { messageId: message.messageId, interactionId, provider, status, ...error };
  await notifyOf(core, cause, 'sms.failed', data);
}

async function reportedMessage(
  messages: TenantStores['messages'],
  provider: Caller['provider'],
  vendorMessageId: string,
  messageId: string | undefined,
): Promise<SmsMessage | undefined> {
  const named = messageId === undefined ? undefined : await messages.find(messageId);
  const known = named?.providerMessageId ?? vendorMessageId;
  if (named?.provider === provider && known === vendorMessageId) return named;
  return messages.findByVendorId(provider, vendorMessageId);
}
