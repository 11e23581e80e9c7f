/** The dependencies of the e-mail worker beyond the core. */
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
