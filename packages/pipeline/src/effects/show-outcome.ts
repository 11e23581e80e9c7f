/**
 * Shows in a conversation how its latest message ended. Several writers report that: the worker that sent the message,
 * and the vendor, whose reports can overtake each other and the worker.
 */
import type { SmsMessage } from '@sluice/contracts';
import { now, type StoresFor } from '../core.js';

/**
 * Writes the message's current status into its conversation, even if it changes meanwhile, and returns the message.
 * Repeatable.
 */
export async function showOutcome(
  core: StoresFor<'clock' | 'forTenant'>,
  tenantId: string,
  messageId: string,
): Promise<SmsMessage | undefined> {
  const { messages, interactions } = core.stores.forTenant(tenantId);
  let message = await messages.find(messageId);
  for (let shown: SmsMessage['status'] | undefined; message && message.status !== shown;) {
    shown = message.status;
    await interactions.noteOutcome(message.interactionId, messageId, errorOf(message), now(core));
    message = await messages.find(messageId);
  }
  return message;
}

// A message that was delivered after all still carries the error of an earlier report.
function errorOf({ status, errorCode, errorMessage }: SmsMessage) {
  if (status !== 'failed' && status !== 'undelivered') return {};
  return {
    errorCode,
    errorMessage,
  };
}
