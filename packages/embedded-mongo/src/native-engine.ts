/**
 * The engine as this package uses it: two calls of a native addon that knows nothing about sockets. `engine-files.ts`
 * finds its files on this host.
 */
import { createRequire } from 'node:module';

/** The engine's reply to one message. */
export interface EngineReply {
  readonly response: Buffer;
  /** True for a request in the oldest message format, whose reply must have that format too. */
  readonly legacy: boolean;
}

/** An open data directory. */
export interface NativeEngine {
  /** Executes one wire message. Messages run concurrently; the caller must keep their order. */
  roundTrip(message: Buffer): Promise<EngineReply>;
  /** Flushes and closes after the commands in flight have ended. */
  close(): Promise<void>;
}

interface Addon {
  readonly Engine: { open(dataDir: string): Promise<NativeEngine> };
}

/**
 * Loads the addon and opens the data directory, creating it if missing.
 * @throws if another process has the directory open, or the addon does not load on this host.
 */
export async function openNativeEngine(addonPath: string, dataDir: string): Promise<NativeEngine> {
  const addon = createRequire(import.meta.url)(addonPath) as Addon;
  return addon.Engine.open(dataDir);
}
