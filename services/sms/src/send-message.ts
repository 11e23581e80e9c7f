/** Hands a message to its vendor, with the tenant's credentials, unless its recipient asked for no more. */
import { createSmsVendor, type SmsSendOutcome } from '@sluice/providers';
import type { SmsDeps } from './deps.js';
import type { SmsOrder } from './sms-order.js';

/** Makes one call to the vendor, or says why none was made. */
export async function sendMessage(
  deps: SmsDeps,
  tenantId: string,
  { messageId, to, from, message, provider }: SmsOrder,
): Promise<SmsSendOutcome> {
  if (await deps.stores.forTenant(tenantId).messages.hasOptedOut(to)) {
    return { kind: 'refused', code: 'opted_out', message: 'the recipient opted out', optedOut: true };
  }
  const credentials = await deps.stores.tenants.recentCredentials(tenantId, deps.encryptionKeys);
  const vendor = createSmsVendor(provider, credentials, {
    client: deps.outbound,
    write: (line) => deps.log.info('sms to the console', { ...line }),
  });
  if (!vendor) {
    return {
      kind: 'refused',
      code: 'no_credentials',
      message: 'the vendor is not configured',
      optedOut: false,
    };
  }
  const statusCallbackUrl = callbackUrl(deps.publicUrl, tenantId, { provider, messageId });
  return vendor.send({
    messageId,
    to,
    ...(from !== undefined && { from }),
    text: message,
    ...(statusCallbackUrl !== undefined && { statusCallbackUrl }),
  });
}

// A report may come before the vendor's answer was written down, so its address names the message itself.
function callbackUrl(
  publicUrl: string | undefined,
  tenantId: string,
  { provider, messageId }: Pick<SmsOrder, 'provider' | 'messageId'>,
): string | undefined {
  if (publicUrl === undefined) return undefined;
  return `${publicUrl.replace(/\/+$/, '')}/hooks/sms/${provider}/${tenantId}?message=${messageId}`;
}
