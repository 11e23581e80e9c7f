/** What the host and the engine's process agree on: its arguments, its threads, and the one report that it sends. */

/** A command occupies a thread until it ends. The host starts the process with as many. */
export const MAX_PARALLEL_COMMANDS = 32;

/** The process's command line after its script, in this order. */
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

/** Writes the arguments as a command line. */
export function toArgv({ libraryPath, dataDir, port }: EngineArguments): string[] {
  return [libraryPath, dataDir, String(port)];
}

/**
 * Parses the command line.
 * @throws RangeError if `toArgv` did not write it.
 */
export function fromArgv(argv: readonly string[]): EngineArguments {
  const [libraryPath, dataDir, port] = argv;
  if (libraryPath === undefined || dataDir === undefined || port === undefined) {
    throw new RangeError('the engine process is started by its host: library, data directory, port');
  }
  return { libraryPath, dataDir, port: Number(port) };
}
