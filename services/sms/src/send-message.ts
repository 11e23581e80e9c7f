/** Hands a message to its vendor with the tenant's credentials, unless its recipient has opted out. */
import type { SmsOrder } from '@sluice/contracts';
import { smsNumber } from '@sluice/domain';
import { now, type StoresFor } from '@sluice/pipeline';
import { createSmsVendor, type SmsSendOutcome } from '@sluice/providers';
import type { SmsDeps } from './deps.js';

/** The longest time that a call to a vendor takes. */
const CALL_WITHIN_MS = 15_000;

/** What sending a message uses. */
type SendDeps = StoresFor<'clock' | 'forTenant' | 'tenants'> &
  Pick<SmsDeps, 'encryptionKeys' | 'outbound' | 'publicUrl' | 'log'>;

/** Makes one call to the vendor, which ends by `leaseUntil`, or returns why no call was made. */
export async function sendMessage(
  deps: SendDeps,
  tenantId: string,
  { messageId, to, from, message, provider }: SmsOrder,
  leaseUntil: Date,
): Promise<SmsSendOutcome> {
  if (await deps.stores.forTenant(tenantId).messages.hasOptedOut(smsNumber(to))) {
    return { kind: 'refused', code: 'opted_out', message: 'the recipient opted out', optedOut: true };
  }
  const credentials = await deps.stores.tenants.cachedCredentials(tenantId, deps.encryptionKeys);
  const vendor = createSmsVendor(provider, credentials, {
    client: deps.outbound,
    write: (line) => deps.log.info('sms written to the console', { ...line }),
  });
  if (!vendor) {
    return {
      kind: 'refused',
      code: 'no_credentials',
      message: 'the vendor is not configured',
      optedOut: false,
    };
  }
  // A frozen worker must not send a message that may already have been reported as not sent.
  if (now(deps).getTime() + CALL_WITHIN_MS > leaseUntil.getTime())
    return { kind: 'retry', reason: 'too_late', mayHaveArrived: false };
  const statusCallbackUrl = callbackUrl(deps.publicUrl, tenantId, { provider, messageId });
  return vendor.send({
    messageId,
    to,
    ...(from !== undefined && { from }),
    text: message,
    ...(statusCallbackUrl !== undefined && { statusCallbackUrl }),
  });
}

// A report may arrive before the vendor's answer is recorded, so its address names the message.
function callbackUrl(
  publicUrl: string | undefined,
  tenantId: string,
  { provider, messageId }: Pick<SmsOrder, 'provider' | 'messageId'>,
): string | undefined {
  if (publicUrl === undefined) return undefined;
  return `${publicUrl.replace(/\/+$/, '')}/hooks/sms/${provider}/${tenantId}?message=${messageId}`;
}
