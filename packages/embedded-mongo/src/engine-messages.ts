/** What passes between the host and the engine's process: arguments on the way in, one report on the way out. */

/** The process's command line after its script, in this order. */
export interface EngineArguments {
  readonly addonPath: string;
  readonly dataDir: string;
  /** 0 for any free port. */
  readonly port: number;
}

/** The one message the process sends: it serves, or it never will. */
export type EngineReport =
  { readonly kind: 'ready'; readonly port: number } | { readonly kind: 'failed'; readonly message: string };

/** Writes the arguments as a command line. */
export function toArgv({ addonPath, dataDir, port }: EngineArguments): string[] {
  return [addonPath, dataDir, String(port)];
}

/**
 * Reads the command line back.
 * @throws RangeError when it is not one that `toArgv` wrote.
 */
export function fromArgv(argv: readonly string[]): EngineArguments {
  const [addonPath, dataDir, port] = argv;
  if (addonPath === undefined || dataDir === undefined || port === undefined) {
    throw new RangeError('the engine process is started by its host: addon, data directory, port');
  }
  return { addonPath, dataDir, port: Number(port) };
}
