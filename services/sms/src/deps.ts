/** What the SMS worker needs beyond the core. */
import type { Core } from '@sluice/pipeline';
import type { OutboundClient } from '@sluice/providers';
import type { SealingKey } from '@sluice/store';

export interface SmsDeps extends Core {
  readonly outbound: OutboundClient;
  /** Open the tenants' credentials. */
  readonly encryptionKeys: readonly SealingKey[];
  /** Where vendors report what became of a message; without it none is asked to. */
  readonly publicUrl: string | undefined;
}
