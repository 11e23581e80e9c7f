/** The interface of every store to its users, whatever its origin. */
import type { Patience } from './store-health.js';

/** A store that answers. */
export interface Backend {
  readonly url: string;
  /**
   * The origin: `given` in the environment, a `system` program or the `embedded` engine started here, or `containers`.
   */
  readonly kind: 'given' | 'system' | 'embedded' | 'containers';
  /** The current process, if it was started here; it changes when the store crashes and is restarted. */
  readonly pid?: number | undefined;
  /** A description for people. */
  readonly label: string;
  /** Ends a store that was started here; does nothing to one that was given. */
  stop(): Promise<void>;
}

/** The folders of a store that is started here, and callbacks about it. */
export interface BackendPlace {
  /** Contains the store's data, in a folder of its own. */
  readonly dataDir: string;
  readonly logDir: string;
  /** The environment of the store's process; by default that of this one. */
  readonly env?: NodeJS.ProcessEnv;
  /** Called after the first start and after every restart that follows a crash. */
  readonly started?: () => void;
  /** Receives one line for people, e.g. when the store crashed. */
  readonly note: (line: string) => void;
  /** How long it may go without an answer before it is restarted, where this differs from the default. */
  readonly patience?: Partial<Patience>;
  /** Returns the port to listen on; by default any free one. */
  readonly choosePort?: () => Promise<number>;
}
