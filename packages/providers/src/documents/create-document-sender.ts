/** Creates the sender of a document vendor from the vendor's name and a tenant's credentials. */
import type { DocumentVendor, ProviderCredentials } from '@sluice/contracts';
import type { OutboundClient } from '../http/index.js';
import type { DocumentHook, DocumentSender } from './document-vendor.js';
import { createDocuseal } from './docuseal.js';
import { docusealHook } from './docuseal-hook.js';

/** The sender of this vendor, or undefined if the tenant has no credentials for it. */
export function createDocumentSender(
  _vendor: DocumentVendor,
  { docuseal }: ProviderCredentials,
  client: OutboundClient,
): DocumentSender | undefined {
  if (!docuseal?.apiKey) return undefined;
  return createDocuseal(client, { ...docuseal, apiKey: docuseal.apiKey });
}

/** How to read each vendor's calls. */
export const documentHooks: Readonly<Record<DocumentVendor, DocumentHook>> = { docuseal: docusealHook };

/** The secret that proves a vendor's calls to a tenant, or undefined if the tenant has none. */
export function documentHookSecret(
  _vendor: DocumentVendor,
  { docuseal }: ProviderCredentials,
): string | undefined {
  return docuseal?.webhookSecret || undefined;
}
