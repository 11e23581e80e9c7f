/** The dependencies of the e-mail worker beyond the core. */
import type { DueEffect, EffectBodies } from '@sluice/contracts';
import type { Core } from '@sluice/pipeline';
import type { MailClient, MailServer } from '@sluice/providers';
import type { SealingKey } from '@sluice/store';

export interface EmailDeps extends Core {
  readonly mail: MailClient;
  /** The installation's mail server, for tenants without one. */
  readonly installation: MailServer | undefined;
  /** Decrypt the tenants' credentials. */
  readonly encryptionKeys: readonly SealingKey[];
}

/** An effect of e-mail with one of its bodies. */
export type MailEffect<B extends EffectBodies['email']> = Omit<DueEffect<'email'>, 'body'> & {
  readonly body: B;
};
