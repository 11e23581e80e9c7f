/** Mails about an account: effects of the kind `email` that belong to a place and to no lead. */
import type { AccountBody } from '@sluice/contracts';
import { accountMailEffect } from '@sluice/domain';
import { errorFields, newId } from '@sluice/process';
import { INSTALLATION, sealedSecret, type SealingKey } from '@sluice/store';
import { now } from '../core.js';
import { planEffect } from '../planning/plan-effects.js';
import type { PlanEffectDeps } from '../planning/write-effect.js';

/** A mail about an account. */
export interface AccountMail extends Pick<AccountBody, 'mail' | 'to'> {
  /** The effect's id: a mail is planned once. */
  readonly mailId: string;
  /** The installation or the tenant, whose mail server sends invitations. */
  readonly place: string;
  /** What the mail leads to; it is stored sealed, and emptied with the mail's end. */
  readonly link?: string;
  /** Whose invitation it is, and to what. */
  readonly facts?: AccountBody['facts'];
}

/** What planning a mail uses; the keys seal its link. */
export type AccountMailDeps = PlanEffectDeps & {
  readonly encryptionKeys?: readonly SealingKey[] | undefined;
};

// The domain of people whom a provider or proxy names without an address; it receives no mail (RFC 2606).
const NOWHERE = '.invalid';

/** Plans a mail about an account, once; none to an address that no mail reaches, and none whose link no key can seal. */
export async function planAccountMail(
  deps: AccountMailDeps,
  { mailId, place, to, mail, link, facts = {} }: AccountMail,
): Promise<void> {
  if (to.endsWith(NOWHERE)) return;
  const { encryptionKeys = [] } = deps;
  if (link !== undefined && encryptionKeys.length === 0) {
    deps.log.warn('no mail is sent: ENCRYPTION_KEY is not set', { mailId, mail });
    return;
  }
  const at = now(deps);
  const sealed = link === undefined ? undefined : sealedSecret(link, encryptionKeys, at).sealed;
  const ids = { effectId: mailId, eventId: newId('event') };
  await planEffect(deps, place, accountMailEffect(ids, { mail, to, link: sealed, facts }, at));
}

/** Plans the mail that says what was done to an account; never rejects, because it is done. */
export async function planNotice(
  deps: AccountMailDeps,
  to: string,
  mail: 'password_changed' | 'second_factor_removed',
): Promise<void> {
  // A fresh id: one that a caller could choose would be one that was mailed before.
  const notice = { mailId: `${mail}.${newId('event')}`, place: INSTALLATION, to, mail };
  await planAccountMail(deps, notice).catch((error: unknown) =>
    deps.log.warn('a mail about an account was not sent', { mail, ...errorFields(error) }),
  );
}
