/** The dependencies of the webhook worker. */
import type { Core } from '@sluice/pipeline';
import type { OutboundClient } from '@sluice/providers';
import type { SealingKey } from '@sluice/store';

/** The dependencies of the webhook worker beyond the core. */
export interface WebhookDeps extends Core {
  readonly outbound: OutboundClient;
  /** Decrypt the tenants' secrets. */
  readonly encryptionKeys: readonly SealingKey[];
}
