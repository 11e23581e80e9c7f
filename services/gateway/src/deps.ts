/** The dependencies of the gateway's handlers. */
import type { Core, Intake } from '@sluice/pipeline';
import type { SealingKey } from '@sluice/store';
import type { NoteReceived } from './leads/note-received.js';

export interface GatewayDeps extends Core {
  readonly intake: Intake;
  /** Decrypt the tenants' vendor credentials. */
  readonly encryptionKeys: readonly SealingKey[];
  readonly noteReceived: NoteReceived;
}
