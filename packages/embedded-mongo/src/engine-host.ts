/**
 * Keeps one engine running: starts its process, starts it again on the same data and port when it crashes, and
 * stops it for good when asked.
 */
import { mkdir } from 'node:fs/promises';
import { resolve } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { describeExit, startEngineChild, type EngineChild } from './engine-child.js';
import { prepareAddon } from './engine-files.js';
import { HEALTHY_LIFE_MS, MAX_FAILED_STARTS, restartDelayMs } from './restart-delay.js';

/** A predecessor whose parent died closes within this time and lets go of the data, in milliseconds. */
const PREDECESSOR_GRACE_MS = 6_000;
const PREDECESSOR_POLL_MS = 100;

/** What an embedded engine is started with. */
export interface EmbeddedMongoOptions {
  /** Where its data is kept; created if missing. One engine at a time. */
  readonly dataDir: string;
  /** 0, the default, means any free port. Restarts keep the port. */
  readonly port?: number;
  /** Where copies of the engine's binaries are kept on hosts that need them changed; by default per user. */
  readonly cacheDir?: string;
  /** Called after each restart with the new process id. */
  readonly onRestart?: (pid: number) => void;
  /** Called at most once, when the engine has ended unasked and could not be started again. */
  readonly onExit?: (reason: string) => void;
  /** Receives one line per crash, failed start and restart. */
  readonly log?: (message: string, fields: Readonly<Record<string, unknown>>) => void;
}

/** A running engine. */
export interface EmbeddedMongo {
  /** Connection string for any MongoDB driver; the same for the engine's whole life. */
  readonly url: string;
  readonly port: number;
  /** Process id of the engine as of now: a restart changes it. */
  readonly pid: number;
  /** Closes the engine and resolves when its process is gone. Calling it again does no harm. */
  stop(): Promise<void>;
}

/**
 * Starts the engine and resolves when it takes connections, usually within 200 ms.
 * It ends when `stop` is called or when this process ends, however that happens.
 * @throws Error with one sentence when the engine cannot run here or the data is in use by another one.
 */
export async function startEmbeddedMongo(options: EmbeddedMongoOptions): Promise<EmbeddedMongo> {
  const { onRestart, onExit, log } = options;
  const dataDir = resolve(options.dataDir);
  const addonPath = await prepareAddon(options.cacheDir);
  await mkdir(dataDir, { recursive: true });

  const stopping = new AbortController();
  const start = (port: number): Promise<EngineChild> =>
    startEngineChild({ addonPath, dataDir, port }, stopping.signal);
  let engine = await startAfterPredecessor(() => start(options.port ?? 0));
  const { port } = engine;

  /** Tries until the engine serves again; undefined when stopped or given up. */
  const restart = async (setbacks: number): Promise<EngineChild | undefined> => {
    for (let failures = 0; failures < MAX_FAILED_STARTS; failures++) {
      try {
        await wait(restartDelayMs(setbacks + failures), undefined, { signal: stopping.signal });
        return await start(port);
      } catch (error) {
        if (stopping.signal.aborted) return undefined;
        log?.('the embedded MongoDB engine did not start', { error: (error as Error).message });
      }
    }
    return undefined;
  };

  const supervise = async (): Promise<void> => {
    for (let setbacks = 0; ;) {
      const startedAt = performance.now();
      const exit = await engine.exited;
      if (stopping.signal.aborted) return;
      const reason = describeExit(exit);
      log?.('the embedded MongoDB engine crashed', { pid: engine.pid, reason });
      if (performance.now() - startedAt >= HEALTHY_LIFE_MS) setbacks = 0;
      const next = await restart(setbacks++);
      if (next === undefined) {
        if (!stopping.signal.aborted) onExit?.(reason);
        return;
      }
      engine = next;
      // It may have become ready in the very moment of the stop, which then asked its predecessor to end.
      if (stopping.signal.aborted) return next.stop();
      log?.('the embedded MongoDB engine was restarted', { pid: engine.pid, port });
      onRestart?.(engine.pid);
    }
  };
  const supervised = supervise();

  return {
    url: `mongodb://127.0.0.1:${port}/?retryWrites=false`,
    port,
    get pid() {
      return engine.pid;
    },
    async stop() {
      stopping.abort();
      await engine.stop();
      await supervised;
    },
  };
}

/** Starts the engine, waiting a moment for one that still holds the data because its parent has just died. */
async function startAfterPredecessor(start: () => Promise<EngineChild>): Promise<EngineChild> {
  for (const deadline = performance.now() + PREDECESSOR_GRACE_MS; ;) {
    try {
      return await start();
    } catch (error) {
      const inUse = error instanceof Error && error.message.includes('DBPathInUse');
      if (!inUse || performance.now() > deadline) throw error;
      await wait(PREDECESSOR_POLL_MS);
    }
  }
}
