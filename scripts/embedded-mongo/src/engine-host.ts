/**
 * Keeps one engine running: starts its process, restarts it on the same data and port if it exits unexpectedly or a
 * restart is requested, and stops it for good on request.
 */
import { mkdir } from 'node:fs/promises';
import { resolve } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { planRestart } from '@sluice/local';
import {
  describeExit,
  startEngineChild,
  type EngineChild,
  type EngineChildOptions,
  type EngineExit,
} from './engine-child.js';
import { prepareLibrary } from './engine-files.js';

/**
 * If the parent of an earlier engine died, that engine closes and releases the data within this time, in milliseconds.
 */
const PREDECESSOR_GRACE_MS = 6_000;
const PREDECESSOR_POLL_MS = 100;

/** After this many failed starts in a row, about half a minute, a message says that the engine cannot be started. */
const MAX_FAILED_STARTS = 11;

/** The options of an embedded engine. */
export interface EmbeddedMongoOptions extends EngineChildOptions {
  /** The folder of its data, created if missing. Only one engine at a time can use it. */
  readonly dataDir: string;
  /** 0, the default, picks any free port. Restarts keep the port. */
  readonly port?: number;
  /** The folder for patched copies of the engine's binaries, on hosts that need them; by default one per user. */
  readonly cacheDir?: string;
  /** Called after each restart with the new process id. */
  readonly onRestart?: (pid: number) => void;
  /**
   * Called with the last reason if the engine exited unexpectedly and all restarts of about half a minute failed; once
   * until it serves again. Restarts continue every five seconds.
   */
  readonly onCannotStart?: (reason: string) => void;
  /** Receives one line for each start, failed start, exit and requested restart. */
  readonly log?: (message: string, fields: Readonly<Record<string, unknown>>) => void;
}

/** A running engine. */
export interface EmbeddedMongo {
  /** Connection string for any MongoDB driver; constant over restarts. */
  readonly url: string;
  readonly port: number;
  /** The engine's current pid; a restart changes it. */
  readonly pid: number;
  /** False from the end of one process until the next accepts connections. */
  readonly serving: boolean;
  /** Kills the current process, so that a new one starts on the same data. For a process that no longer answers. */
  restart(reason: string): void;
  /** Closes the engine and resolves once its process has exited. May be called more than once. */
  stop(): Promise<void>;
}

/**
 * Starts the engine and resolves once it accepts connections, usually within 200 ms. The engine ends on `stop`, or when
 * this process ends in any way.
 * @throws Error with one sentence if the engine cannot run here or another one uses the data.
 */
export async function startEmbeddedMongo(options: EmbeddedMongoOptions): Promise<EmbeddedMongo> {
  const { onRestart, onCannotStart, log } = options;
  const dataDir = resolve(options.dataDir);
  const libraryPath = await prepareLibrary(options.cacheDir);
  await mkdir(dataDir, { recursive: true });

  const stopping = new AbortController();
  const start = async (onPort: number): Promise<EngineChild> => {
    const begunAt = performance.now();
    const args = { libraryPath, dataDir, port: onPort };
    const child = await startEngineChild(args, options, stopping.signal);
    const startMs = Math.round(performance.now() - begunAt);
    log?.('the embedded MongoDB engine serves', { pid: child.pid, port: child.port, startMs });
    return child;
  };
  let engine = await startAfterPredecessor(() => start(options.port ?? 0));
  const { port } = engine;
  let serving = true;

  /** The consecutive ends and failed starts since the engine was last healthy. */
  let earlyEnds = 0;
  const delayAfter = (end: Pick<EngineExit, 'code' | 'signal'>, uptimeMs: number): number => {
    const plan = planRestart({ ...end, uptimeMs, earlyEnds });
    earlyEnds = plan.earlyEnds;
    return plan.delayMs;
  };

  /** Retries until the engine serves again; undefined if it was stopped meanwhile. */
  const startAgain = async (firstDelayMs: number): Promise<EngineChild | undefined> => {
    for (let [delayMs, failures] = [firstDelayMs, 1]; ; failures++) {
      try {
        await wait(delayMs, undefined, { signal: stopping.signal });
        return await start(port);
      } catch (error) {
        if (stopping.signal.aborted) return undefined;
        const reason = (error as Error).message;
        log?.('the embedded MongoDB engine did not start', { reason });
        if (failures === MAX_FAILED_STARTS) onCannotStart?.(reason);
        delayMs = delayAfter({ code: 1, signal: null }, 0);
      }
    }
  };

  const supervise = async (): Promise<void> => {
    for (;;) {
      const startedAt = performance.now();
      const exit = await engine.exited;
      serving = false;
      const lifeMs = Math.round(performance.now() - startedAt);
      const asked = stopping.signal.aborted;
      const { pid } = engine;
      log?.('the embedded MongoDB engine ended', { pid, asked, lifeMs, ...exit, reason: describeExit(exit) });
      if (asked) return;
      const next = await startAgain(delayAfter(exit, lifeMs));
      if (next === undefined) return;
      engine = next;
      serving = true;
      // `stop` may have been called just as this process became ready, and has then ended only its predecessor.
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

/** Starts the engine; if an engine whose parent has just died still holds the data, waits briefly for it. */
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
