/** Opting out in a call that is refused otherwise. */
import { optOutIntent, smsNumber } from '@sluice/domain';
import { now, type StoresFor } from '@sluice/pipeline';
import type { SmsCallback } from '@sluice/providers';
import type { Caller } from './caller.js';
import { ownMessageId } from './own-message-id.js';

/**
 * Opts the number out that a genuine call names, if it does. For calls that cannot be stored unchanged: whoever wrote
 * STOP must get no further message, whatever else is wrong with the call. Opting in can wait for a call that is in order.
 */
export async function heedOptOut(
  core: StoresFor<'clock' | 'forTenant'>,
  { tenantId, provider }: Caller,
  said: SmsCallback,
): Promise<void> {
  const number = optedOutBy(said);
  if (said.kind === 'ignored' || number === undefined) return;
  const { messages } = core.stores.forTenant(tenantId);
  await messages.optOut(smsNumber(number), ownMessageId(provider, said.vendorMessageId), now(core));
}

function optedOutBy(said: SmsCallback): string | undefined {
  if (said.kind === 'status') return said.optedOut;
  if (said.kind === 'ignored') return undefined;
  return (said.intent ?? optOutIntent(said.text)) === 'stop' ? said.from : undefined;
}
