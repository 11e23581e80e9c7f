/** The call that hands a message to its vendor with the tenant's credentials, unless its recipient has opted out. */
import type { ProviderCredentials, SmsOrder } from '@sluice/contracts';
import { smsNumber } from '@sluice/domain';
import type { StoresFor } from '@sluice/pipeline';
import { createSmsVendor, type SmsRefused, type SmsSendOutcome } from '@sluice/providers';
import type { SmsDeps } from './deps.js';

/** What sending a message uses. */
type SendDeps = StoresFor<'forTenant' | 'tenants'> &
  Pick<SmsDeps, 'encryptionKeys' | 'outbound' | 'publicUrl' | 'log'>;

/** Prepares one call to the vendor, or the refusal in its place. */
export async function prepareMessage(
  deps: SendDeps,
  tenantId: string,
  credentials: ProviderCredentials,
  { messageId, to, from, message, provider }: SmsOrder,
): Promise<() => Promise<SmsSendOutcome>> {
  if (await deps.stores.forTenant(tenantId).messages.hasOptedOut(smsNumber(to)))
    return refused({ code: 'opted_out', message: 'the recipient opted out', optedOut: true });
  const vendor = createSmsVendor(provider, credentials, {
    client: deps.outbound,
    write: (line) => deps.log.info('sms written to the console', { ...line }),
  });
  if (!vendor)
    return refused({ code: 'no_credentials', message: 'the vendor is not configured', optedOut: false });
  const statusCallbackUrl = callbackUrl(deps.publicUrl, tenantId, { provider, messageId });
  return () =>
    vendor.send({
      messageId,
      to,
      from,
      text: message,
      statusCallbackUrl,
    });
}

function refused(because: Omit<SmsRefused, 'kind'>): () => Promise<SmsRefused> {
  return async () => ({ kind: 'refused', ...because });
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
