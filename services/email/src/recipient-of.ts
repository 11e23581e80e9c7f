/** To whom a client's mail goes, and through which server; read anew for every attempt. */
import type { Client } from '@sluice/contracts';
import type { EffectResult, StoresFor } from '@sluice/pipeline';
import { mailServer, type MailServer } from '@sluice/providers';
import type { EmailDeps } from './deps.js';

/** What finding a recipient uses. */
export type RecipientDeps = StoresFor<'clock' | 'forTenant' | 'secrets'> &
  Pick<EmailDeps, 'encryptionKeys' | 'installation'>;

/** A client that can be written to. */
export interface Recipient {
  readonly client: Client;
  readonly address: string;
  readonly server: MailServer;
}

/** An address as the receiver of webhooks that it is recorded as: whoever refused mail is listed with the others. */
export function receiverAt(address: string) {
  return { url: `mailto:${address}`, headers: {} };
}

/** The recipient, or why there is none. */
export async function recipientOf(
  { stores, encryptionKeys, installation }: RecipientDeps,
  tenantId: string,
  clientId: string,
): Promise<Recipient | (EffectResult & { readonly kind: 'skipped' })> {
  const { clients, webhookUrls } = stores.forTenant(tenantId);
  const client = await clients.cached(clientId);
  const address = client?.settings?.notificationEmail;
  if (!client || address === undefined) return { kind: 'skipped', reason: 'no_longer_configured' };
  const { smtp } = await stores.secrets.cachedCredentials(tenantId, encryptionKeys);
  const server = mailServer(smtp, installation);
  if (!server) return { kind: 'skipped', reason: 'no_email_provider' };
  const { disabledAt } = await webhookUrls.cached(receiverAt(address));
  if (disabledAt) return { kind: 'skipped', reason: 'address_disabled' };
  return { client, address, server };
}
