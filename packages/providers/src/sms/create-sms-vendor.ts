/** Creates the client of an SMS vendor from the vendor's name and a tenant's credentials. */
import type { ProviderCredentials, SmsProvider } from '@sluice/contracts';
import type { OutboundClient } from '../http/index.js';
import { createConsoleSms } from './console.js';
import type { ConsoleSmsLine } from './console.js';
import type { SmsHook, SmsVendor } from './sms-vendor.js';
import { createTelnyx, telnyxHook } from './telnyx.js';
import { createTwilio, twilioHook } from './twilio.js';

/** The dependencies of vendors. */
export interface SmsVendorDeps {
  readonly client: OutboundClient;
  /** Receives the lines of the `console` vendor. */
  readonly write: (line: ConsoleSmsLine) => void;
}

/** The vendor of this name, or undefined if the tenant has no credentials for it. */
export function createSmsVendor(
  provider: SmsProvider,
  { twilio, telnyx }: ProviderCredentials,
  { client, write }: SmsVendorDeps,
): SmsVendor | undefined {
  switch (provider) {
    case 'console':
      return createConsoleSms(write);
    case 'twilio':
      if (!twilio?.accountSid || !twilio.authToken) return undefined;
      return createTwilio(client, { ...twilio, accountSid: twilio.accountSid, authToken: twilio.authToken });
    case 'telnyx':
      if (!telnyx?.apiKey) return undefined;
      return createTelnyx(client, { ...telnyx, apiKey: telnyx.apiKey });
  }
}

/** How to read each vendor's callbacks; `console` makes none. */
export const smsHooks: { readonly [P in Exclude<SmsProvider, 'console'>]: SmsHook } = {
  twilio: twilioHook,
  telnyx: telnyxHook,
};

/** The key that verifies a vendor's calls to a tenant, or undefined if the tenant has none. */
export function smsHookKey(
  provider: keyof typeof smsHooks,
  { twilio, telnyx }: ProviderCredentials,
): string | undefined {
  return (provider === 'twilio' ? twilio?.authToken : telnyx?.publicKey) || undefined;
}
