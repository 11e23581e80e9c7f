/** What every store looks like to its users, wherever it came from. */
import type { Patience } from './store-health.js';

/** A store that answers. */
export interface Backend {
  readonly url: string;
  /** `given` by the person in the environment, a `system` program or the `embedded` engine started here, or `containers`. */
  readonly kind: 'given' | 'system' | 'embedded' | 'containers';
  /** The present process where we started one; it changes when the store crashes and is started again. */
  readonly pid?: number | undefined;
  /** What it is, for people. */
  readonly label: string;
  /** Ends what was started here; does nothing to a store that was given. */
  stop(): Promise<void>;
}

/** Where a store that is started here lives, and what is called about it. */
export interface BackendPlace {
  /** Keeps the store's own data, in a folder of its own. */
  readonly dataDir: string;
  readonly logDir: string;
  /** The first start and every restart after a crash. */
  readonly started?: () => void;
  /** One line for people, e.g. when the store crashed. */
  readonly note: (line: string) => void;
  /** How long it may go without an answer before it is restarted, where that is to differ from the usual. */
  readonly patience?: Partial<Patience>;
  /** Gives the port to listen on; usually any that is free. */
  readonly choosePort?: () => Promise<number>;
}
