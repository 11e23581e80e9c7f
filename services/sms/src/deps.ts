/** The dependencies of the SMS worker beyond the core. */
import type { Core } from '@sluice/pipeline';
import type { OutboundClient } from '@sluice/providers';
import type { SealingKey } from '@sluice/store';

export interface SmsDeps extends Core {
  readonly outbound: OutboundClient;
  /** Decrypt the tenants' credentials. */
  readonly encryptionKeys: readonly SealingKey[];
  /** Where vendors send status reports. Without it, none are asked for. */
  readonly publicUrl: string | undefined;
}
