/** What the handlers of the gateway are given. */
import type { Core, Intake } from '@sluice/pipeline';
import type { SealingKey } from '@sluice/store';
import type { NoteReceived } from './leads/note-received.js';

export interface Deps extends Core {
  readonly intake: Intake;
  /** Open the tenants' vendor credentials. */
  readonly encryptionKeys: readonly SealingKey[];
  readonly noteReceived: NoteReceived;
}
