/** To whom a client's mail goes, and through which server; read anew for every attempt. */
import type { AccountBody, Client } from '@sluice/contracts';
import type { EffectResult, StoresFor } from '@sluice/pipeline';
import { mailServer, type MailServer } from '@sluice/providers';
import type { EmailDeps } from './deps.js';

/** What finding a recipient uses. */
export type RecipientDeps = StoresFor<'clock' | 'forTenant' | 'secrets'> &
  Pick<EmailDeps, 'encryptionKeys' | 'installation'>;

/** Where a mail goes, and through which server. */
export interface Recipient {
  readonly address: string;
  readonly server: MailServer;
}

/** A client that can be written to. How its address takes mail is recorded. */
export interface ClientRecipient extends Recipient {
  readonly client: Client;
}

type Skipped = EffectResult & { readonly kind: 'skipped' };

/** An address as the receiver of webhooks that it is recorded as: whoever refused mail is listed with the others. */
export function receiverAt(address: string) {
  return { url: `mailto:${address}`, headers: {} };
}

/** The recipient, or why there is none. */
export async function recipientOf(
  { stores, encryptionKeys, installation }: RecipientDeps,
  tenantId: string,
  clientId: string,
): Promise<ClientRecipient | Skipped> {
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

/**
 * To whom a mail about an account of a tenant or of the installation goes, or why to nobody. Invitations go through the
 * tenant's server if it has one; what concerns the account itself is none of a tenant's business.
 */
export async function accountRecipient(
  { stores, encryptionKeys, installation }: RecipientDeps,
  place: string,
  { mail, to }: Pick<AccountBody, 'mail' | 'to'>,
): Promise<Recipient | Skipped> {
  const own = mail === 'invitation' ? await stores.secrets.cachedCredentials(place, encryptionKeys) : {};
  const server = mailServer(own.smtp, installation);
  return server ? { address: to, server } : { kind: 'skipped', reason: 'no_email_provider' };
}
