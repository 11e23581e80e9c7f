/** What the handlers of the gateway are given. */
import type { Core, Intake } from '@sluice/pipeline';
import type { NoteReceived } from './leads/note-received.js';

export interface Deps extends Core {
  readonly intake: Intake;
  readonly noteReceived: NoteReceived;
}
