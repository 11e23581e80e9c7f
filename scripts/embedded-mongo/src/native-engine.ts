/** The engine as this package uses it: an open data directory that executes commands side by side. */
import {
  bindLibrary,
  EngineError,
  type EngineCommand,
  type EngineLibrary,
  type Session,
} from './engine-library.js';
import { MAX_PARALLEL_COMMANDS } from './engine-messages.js';

/** An open data directory. */
export interface NativeEngine {
  /**
   * Executes a command and returns its reply, a BSON document. Commands run concurrently, and wait while
   * `MAX_PARALLEL_COMMANDS` run; the caller must keep their order.
   * @throws EngineError if the engine does not accept the bytes as a command, or is being closed.
   */
  run(command: EngineCommand): Promise<Buffer>;
  /** Closes after the commands in flight have ended. */
  close(): Promise<void>;
}

/**
 * Loads the library and opens the data directory, creating it if missing. Blocks the thread meanwhile: the library can
 * be initialized only on the thread that loaded it.
 * @throws EngineError if another process has the directory open.
 * @throws Error if the library does not load on this host.
 */
export function openNativeEngine(libraryPath: string, dataDir: string): NativeEngine {
  const library = bindLibrary(libraryPath);
  library.initialize();
  return openEngine(library, dataDir);
}

/** Opens the data directory with a library that is initialized. */
export function openEngine(library: EngineLibrary, dataDir: string): NativeEngine {
  const handle = library.open(dataDir);
  const sessions: Session[] = [];
  const idle: Session[] = [];
  const waiting: ((session: Session) => void)[] = [];
  let closing = false;
  let atRest: (() => void) | undefined;

  const takeSession = (): Promise<Session> | Session => {
    if (closing) throw new EngineError('the engine is being closed');
    const free = idle.pop();
    if (free !== undefined) return free;
    if (sessions.length === MAX_PARALLEL_COMMANDS) return new Promise((resolve) => waiting.push(resolve));
    const opened = library.openSession(handle);
    sessions.push(opened);
    return opened;
  };
  const giveBack = (session: Session): void => {
    const next = waiting.shift();
    if (next !== undefined) return next(session);
    idle.push(session);
    if (idle.length === sessions.length) atRest?.();
  };

  return {
    async run(command) {
      const session = await takeSession();
      try {
        return await session.run(command);
      } finally {
        giveBack(session);
      }
    },
    async close() {
      closing = true;
      if (idle.length < sessions.length) await new Promise<void>((resolve) => (atRest = resolve));
      for (const session of sessions) session.close();
      library.close(handle);
    },
  };
}
