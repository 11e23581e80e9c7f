/**
 * The engine as this package uses it: two calls of a native addon that knows nothing of sockets. Where its
 * files are on this host is `engine-files.ts`.
 */
import { createRequire } from 'node:module';

/** The engine's reply to one message. */
export interface EngineReply {
  readonly response: Buffer;
  /** True for a request in the oldest framing, which wants its reply in that framing too. */
  readonly legacy: boolean;
}

/** An open data directory. */
export interface NativeEngine {
  /** Carries out one wire message. Messages run side by side; order is the caller's to keep. */
  roundTrip(message: Buffer): Promise<EngineReply>;
  /** Flushes and closes, once the commands in flight are done. */
  close(): Promise<void>;
}

interface Addon {
  readonly Engine: { open(dataDir: string): Promise<NativeEngine> };
}

/**
 * Loads the addon and opens the data directory, creating it if missing.
 * @throws when another process has the directory open, or the addon does not load on this host.
 */
export async function openNativeEngine(addonPath: string, dataDir: string): Promise<NativeEngine> {
  const addon = createRequire(import.meta.url)(addonPath) as Addon;
  return addon.Engine.open(dataDir);
}
