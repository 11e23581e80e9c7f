/** The messages between the host and the engine's process: its arguments, and the one report that it sends. */

/** The process's command line after its script, in this order. */
export interface EngineArguments {
  readonly addonPath: string;
  readonly dataDir: string;
  /** 0 for any free port. */
  readonly port: number;
}

/** The only message that the process sends: it serves, or it never will. */
export type EngineReport =
  | { readonly kind: 'ready'; readonly port: number }
  | { readonly kind: 'failed'; readonly message: string };

/** Writes the arguments as a command line. */
export function toArgv({ addonPath, dataDir, port }: EngineArguments): string[] {
  return [addonPath, dataDir, String(port)];
}

/**
 * Parses the command line.
 * @throws RangeError if `toArgv` did not write it.
 */
export function fromArgv(argv: readonly string[]): EngineArguments {
  const [addonPath, dataDir, port] = argv;
  if (addonPath === undefined || dataDir === undefined || port === undefined) {
    throw new RangeError('the engine process is started by its host: addon, data directory, port');
  }
  return { addonPath, dataDir, port: Number(port) };
}
