/** Mails about an account: effects of the kind `email` that belong to a place and to no lead. */
import type { PlaceRole } from '@sluice/store';
import type { Core } from '../core.js';

/** A mail about an account. */
export interface AccountMail {
  /** The effect's id: a mail is planned once. */
  readonly mailId: string;
  /** The installation or the tenant, whose mail server sends invitations. */
  readonly place: string;
  readonly to: string;
  readonly mail: 'invitation' | 'password_reset' | 'password_changed' | 'second_factor_removed';
  /** What the mail leads to; it is stored sealed, and emptied with the mail's end. */
  readonly link?: string;
  /** Whose invitation it is, and to what. */
  readonly facts?: { readonly by?: string; readonly role?: PlaceRole; readonly tenantName?: string };
}

/** Plans a mail about an account, once. */
export async function planAccountMail(
  { log }: Pick<Core, 'log'>,
  { mailId, mail }: AccountMail,
): Promise<void> {
  log.warn('no mail is sent yet', { mailId, mail });
}
