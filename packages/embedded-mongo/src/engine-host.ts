/**
 * Keeps one engine running: starts its process, starts it again on the same data and port when it ends unasked or is
 * to be restarted, and stops it for good when asked.
 */
import { mkdir } from 'node:fs/promises';
import { resolve } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { describeExit, startEngineChild, type EngineChild } from './engine-child.js';
import { prepareAddon } from './engine-files.js';
import { HEALTHY_LIFE_MS, MAX_FAILED_STARTS, restartDelayMs, wasKilled } from './restart-delay.js';

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
  /** Called with the id of every process of the engine as soon as it exists, before it serves. */
  readonly onSpawn?: (pid: number) => void;
  /** Called after each restart with the new process id. */
  readonly onRestart?: (pid: number) => void;
  /**
   * Called with the last reason when it ended unasked and a whole row of starts has failed, about half a minute;
   * once until it serves again. It goes on being tried every five seconds.
   */
  readonly onCannotStart?: (reason: string) => void;
  /** Receives one line per start, failed start, end and wanted restart. */
  readonly log?: (message: string, fields: Readonly<Record<string, unknown>>) => void;
  /** Receives what the engine's process writes to its error output, as it comes. */
  readonly onOutput?: (text: string) => void;
}

/** A running engine. */
export interface EmbeddedMongo {
  /** Connection string for any MongoDB driver; the same for the engine's whole life. */
  readonly url: string;
  readonly port: number;
  /** Process id of the engine as of now: a restart changes it. */
  readonly pid: number;
  /** False from the end of one process until the next takes connections. */
  readonly serving: boolean;
  /** Kills the present process, so that the next is started on the same data; for one that does not answer any more. */
  restart(reason: string): void;
  /** Closes the engine and resolves when its process is gone. Calling it again does no harm. */
  stop(): Promise<void>;
}

/**
 * Starts the engine and resolves when it takes connections, usually within 200 ms.
 * It ends when `stop` is called or when this process ends, however that happens.
 * @throws Error with one sentence when the engine cannot run here or the data is in use by another one.
 */
export async function startEmbeddedMongo(options: EmbeddedMongoOptions): Promise<EmbeddedMongo> {
  const { onRestart, onCannotStart, log } = options;
  const dataDir = resolve(options.dataDir);
  const addonPath = await prepareAddon(options.cacheDir);
  await mkdir(dataDir, { recursive: true });

  const stopping = new AbortController();
  const watcher = {
    spawned: (pid: number) => options.onSpawn?.(pid),
    wrote: (text: string) => options.onOutput?.(text),
  };
  const start = async (onPort: number): Promise<EngineChild> => {
    const begunAt = performance.now();
    const child = await startEngineChild({ addonPath, dataDir, port: onPort }, watcher, stopping.signal);
    const startMs = Math.round(performance.now() - begunAt);
    log?.('the embedded MongoDB engine serves', { pid: child.pid, port: child.port, startMs });
    return child;
  };
  let engine = await startAfterPredecessor(() => start(options.port ?? 0));
  const { port } = engine;
  let serving = true;

  /** Tries until the engine serves again; undefined when stopped. */
  const startAgain = async (setbacks: number): Promise<EngineChild | undefined> => {
    for (let failures = 0; ; failures++) {
      try {
        await wait(restartDelayMs(setbacks + failures), undefined, { signal: stopping.signal });
        return await start(port);
      } catch (error) {
        if (stopping.signal.aborted) return undefined;
        const reason = (error as Error).message;
        log?.('the embedded MongoDB engine did not start', { reason });
        if (failures + 1 === MAX_FAILED_STARTS) onCannotStart?.(reason);
      }
    }
  };

  const supervise = async (): Promise<void> => {
    for (let setbacks = 0; ;) {
      const startedAt = performance.now();
      const exit = await engine.exited;
      serving = false;
      const lifeMs = Math.round(performance.now() - startedAt);
      const asked = stopping.signal.aborted;
      const { pid } = engine;
      log?.('the embedded MongoDB engine ended', { pid, asked, lifeMs, ...exit, reason: describeExit(exit) });
      if (asked) return;
      if (lifeMs >= HEALTHY_LIFE_MS || wasKilled(exit)) setbacks = 0;
      const next = await startAgain(setbacks++);
      if (next === undefined) return;
      engine = next;
      serving = true;
      // It may have become ready in the very moment of the stop, which then asked its predecessor to end.
      if (stopping.signal.aborted) return next.stop();
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
    get serving() {
      return serving;
    },
    restart(reason) {
      log?.('the embedded MongoDB engine is restarted', { pid: engine.pid, reason });
      engine.kill();
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
