/** TrustedForm's certificates, version 4: one call matches a certificate with a person and retains it. */
import type { ProviderCredentials } from '@sluice/contracts';
import type { OutboundRequest } from '../http/index.js';

/** The account of a tenant. */
export interface TrustedFormAccount {
  readonly authorization: string;
  /** What no record may quote. */
  readonly secrets: readonly string[];
  /** Without a slash at its end. */
  readonly baseUrl: string;
}

/** The longest time that a call takes. */
export const CONSENT_TIMEOUT_MS = 10_000;

/** The tenant's account; undefined if none is configured. */
export function trustedFormAccount({ trustedform }: ProviderCredentials): TrustedFormAccount | undefined {
  if (!trustedform?.apiKey) return undefined;
  const { apiKey, baseUrl = 'https://cert.trustedform.com' } = trustedform;
  const basic = Buffer.from(`API:${apiKey}`).toString('base64');
  return {
    authorization: `Basic ${basic}`,
    secrets: [apiKey, basic],
    baseUrl: baseUrl.replace(/\/+$/, ''),
  };
}

/** The call about the certificate of this id. */
export function trustedFormRequest(
  { authorization, baseUrl }: TrustedFormAccount,
  id: string,
  question: object,
): OutboundRequest {
  return {
    url: `${baseUrl}/${id}`,
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'api-version': '4.0',
      authorization,
    },
    body: JSON.stringify(question),
    timeoutMs: CONSENT_TIMEOUT_MS,
  };
}
