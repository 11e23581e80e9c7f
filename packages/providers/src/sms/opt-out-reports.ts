/** How vendors say that somebody opted out: as the type of a received message, and as the reason of a refusal. */
import type { OptOutIntent, SmsProvider } from '@sluice/contracts';
import { meaningOf } from '../read-json.js';

// Twilio 21610: unsubscribed recipient. Telnyx 40300: blocked due to a STOP message.
const refusals: { readonly [P in SmsProvider]: string | undefined } = {
  twilio: '21610',
  telnyx: '40300',
  console: undefined,
};

/** Whether this code, of a vendor's refusal or status report, means that the recipient has opted out. */
export function meansOptedOut(provider: SmsProvider, code: string | undefined): boolean {
  return code !== undefined && code === refusals[provider];
}

const intents: Readonly<Record<string, OptOutIntent>> = {
  stop: 'stop',
  optout: 'stop',
  start: 'start',
  unstop: 'start',
  optin: 'start',
  help: 'help',
  info: 'help',
};

/**
 * The intent that a vendor reports for a received message: `OptOutType` of Twilio's Advanced Opt-Out, and
 * `autoresponse_type` of Telnyx; both say STOP, START or HELP. Undefined for anything else.
 */
export function reportedIntent(type: unknown): OptOutIntent | undefined {
  return typeof type === 'string' ? meaningOf(intents, type.toLowerCase().replace(/[^a-z]/g, '')) : undefined;
}
