/** What the handlers of the gateway are given. */
import type { Intake } from '@sluice/pipeline';
import type { Logger, Producer } from '@sluice/runtime';
import type { Stores } from '@sluice/store';
import type { NoteReceived } from './leads/note-received.js';

export interface Deps {
  readonly stores: Stores;
  readonly intake: Intake;
  readonly producer: Producer;
  readonly log: Logger;
  readonly noteReceived: NoteReceived;
}
