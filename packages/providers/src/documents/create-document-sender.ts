/** Creates the sender of a document vendor from the vendor's name and a tenant's credentials. */
import type { DocumentVendor, ProviderCredentials } from '@sluice/contracts';
import type { OutboundClient } from '../http/index.js';
import type { DocumentHook, DocumentSender } from './document-vendor.js';
import { createDocuseal } from './docuseal.js';
import { docusealHook } from './docuseal-hook.js';

/** The sender of this vendor, or undefined if the tenant has no credentials for it. */
export function createDocumentSender(
  vendor: DocumentVendor,
  { [vendor]: account }: ProviderCredentials,
  client: OutboundClient,
): DocumentSender | undefined {
  if (!account?.apiKey) return undefined;
  return senders[vendor](client, { ...account, apiKey: account.apiKey });
}

const senders: Readonly<Record<DocumentVendor, typeof createDocuseal>> = { docuseal: createDocuseal };

/** How to read each vendor's calls. */
export const documentHooks: Readonly<Record<DocumentVendor, DocumentHook>> = { docuseal: docusealHook };

/** The secret that proves a vendor's calls to a tenant, or undefined if the tenant has none. */
export function documentHookSecret(
  vendor: DocumentVendor,
  { [vendor]: account }: ProviderCredentials,
): string | undefined {
  return account?.webhookSecret || undefined;
}
