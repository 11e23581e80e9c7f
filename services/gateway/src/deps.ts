/** The dependencies of the gateway's handlers. */
import type { Core, Intake, NoteReceived } from '@sluice/pipeline';
import type { SealingKey } from '@sluice/store';

export interface GatewayDeps extends Core {
  readonly intake: Intake;
  /** Decrypt the tenants' vendor credentials. */
  readonly encryptionKeys: readonly SealingKey[];
  readonly noteReceived: NoteReceived;
}
