/** The dependencies of the webhook worker. */
import type { Core } from '@sluice/pipeline';
import type { Circuits, OutboundClient } from '@sluice/providers';
import type { SealingKey } from '@sluice/store';

/** The dependencies of the webhook worker beyond the core. */
export interface WebhookDeps extends Core {
  readonly outbound: OutboundClient;
  /** One for each model of a tenant: one that does not answer holds up no lead for long. */
  readonly circuits: Circuits;
  /** Decrypt the tenants' secrets. */
  readonly encryptionKeys: readonly SealingKey[];
}
