/** Whether a tenant can use a vendor with the credentials that are set. */
import type { ProviderCredentials } from './tenant.js';

type Provider = keyof ProviderCredentials;

/** Without these, nothing is sent through a vendor; without a mail server of its own, a tenant uses the installation's. */
const needed: Readonly<Record<Provider, readonly string[]>> = {
  twilio: ['accountSid', 'authToken'],
  telnyx: ['apiKey'],
  smtp: ['host', 'from'],
  // Without the secret nothing that it reports is believed.
  docuseal: ['apiKey', 'webhookSecret'],
  // A server of one's own needs no key.
  llm: ['baseUrl', 'model'],
  facebook: ['accessToken'],
  retell: ['apiKey'],
  tiktok: ['accessToken'],
  trustedform: ['apiKey'],
};

/** These say how a vendor is called, and are no credentials. */
const howOnly: ReadonlySet<string> = new Set([
  'baseUrl',
  'apiVersion',
  'messagingServiceSid',
  'messagingProfileId',
  'port',
  'secure',
]);

/** `set`: the vendor can be used; `incomplete`: some credentials are missing; `not_set`: there are none. */
export const credentialStates = ['set', 'incomplete', 'not_set'] as const;

export interface CredentialState {
  readonly state: (typeof credentialStates)[number];
  /** The names of the credentials that are missing; empty if the vendor can be used. */
  readonly missing: readonly string[];
}

/** The state of a vendor of which the fields with these names have a value. */
export function credentialState(provider: Provider, fields: readonly string[]): CredentialState {
  const missing = needed[provider].filter((name) => !fields.includes(name));
  if (missing.length === 0) return { state: 'set', missing };
  return { state: fields.some((name) => !howOnly.has(name)) ? 'incomplete' : 'not_set', missing };
}

/** The state of a vendor with these credentials; an empty value is none. */
export function stateOfCredentials(
  provider: Provider,
  { [provider]: values = {} }: ProviderCredentials,
): CredentialState {
  const given = Object.entries<unknown>(values).flatMap(([name, value]) => (value ? [name] : []));
  return credentialState(provider, given);
}
