/**
 * Showing in a conversation how its latest message ended. What came of a message is said by several: by the worker who
 * sent it, and by the vendor's reports, which overtake each other and it.
 */
import type { SmsMessage } from '@sluice/contracts';
import { now, type Core } from '../core.js';

/** Shows how a message stands, even if somebody writes another end meanwhile, and answers it. Repeatable. */
export async function showOutcome(
  core: Core,
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

// A message that was delivered after all still holds the error of an earlier report.
function errorOf({ status, errorCode, errorMessage }: SmsMessage) {
  if (status !== 'failed' && status !== 'undelivered') return {};
  return {
    ...(errorCode !== undefined && { errorCode }),
    ...(errorMessage !== undefined && { errorMessage }),
  };
}
