/** The dependencies of the delivery stage. */
import type { Core } from '@sluice/pipeline';
import type { Circuits, MailClient, MailServer, OutboundClient } from '@sluice/providers';
import type { SealingKey } from '@sluice/store';

/** The dependencies of the delivery stage beyond the core. */
export interface DeliveryDeps extends Core {
  readonly outbound: OutboundClient;
  readonly mail: MailClient;
  /** The installation's mail server, for tenants without one. */
  readonly installation: MailServer | undefined;
  /** One circuit per destination: a dead buyer costs no attempts and does not delay others. */
  readonly circuits: Circuits;
  /** Decrypt the tenants' secrets and credentials. */
  readonly encryptionKeys: readonly SealingKey[];
}
