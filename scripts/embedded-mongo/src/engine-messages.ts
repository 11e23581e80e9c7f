/** What the host and the engine's process agree on: its argument, its threads, and the one report that it sends. */

/** A command occupies a thread until it ends. The host starts the process with as many. */
export const MAX_PARALLEL_COMMANDS = 32;

/** The process's only argument, as JSON. */
export interface EngineArguments {
  readonly libraryPath: string;
  readonly dataDir: string;
  /** 0 for any free port. */
  readonly port: number;
}

/** The only message that the process sends: it serves, or it never will. */
export type EngineReport =
  | { readonly kind: 'ready'; readonly port: number }
  | { readonly kind: 'failed'; readonly message: string };
