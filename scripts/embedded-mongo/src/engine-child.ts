/** One run of the engine's process, from start to exit. The host decides about restarts. */
import { fork, type ChildProcess } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { MAX_PARALLEL_COMMANDS, type EngineArguments, type EngineReport } from './engine-messages.js';

/** Recovering a large journal takes seconds; no start takes this long, in milliseconds. */
const READY_TIMEOUT_MS = 60_000;

/** How long an engine may take to close before it is killed, in milliseconds. */
const STOP_GRACE_MS = 5_000;

const LAST_WORDS_CHARACTERS = 2_000;

/** Node reads the number of its threads from the environment, before any code runs. */
const COMMAND_THREADS = { UV_THREADPOOL_SIZE: String(MAX_PARALLEL_COMMANDS) };

/** How a process ended. */
export interface EngineExit {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
  /** The end of its error output, usually empty. */
  readonly lastWords: string;
}

/** The surroundings of each process of an engine. */
export interface EngineChildOptions {
  /** By default the environment of this process. */
  readonly env?: NodeJS.ProcessEnv;
  /** Called with the pid of each new process, before it serves. */
  readonly onSpawn?: (pid: number) => void;
  /** Receives the error output as it is written. */
  readonly onOutput?: (text: string) => void;
}

/** A serving engine. */
export interface EngineChild {
  readonly pid: number;
  readonly port: number;
  /** Resolves once the process has exited, for whatever reason. */
  readonly exited: Promise<EngineExit>;
  /** Asks the process to close, kills it if it does not, and resolves once it has exited. */
  stop(): Promise<void>;
  /** Ends the process at once, paused or not; the journal makes that safe. */
  kill(): void;
}

// The relative path is the same from `src` and from `dist`, so the process always runs the compiled file.
const SCRIPT = fileURLToPath(new URL('../dist/engine-process.js', import.meta.url));

/**
 * Starts the process and resolves once it serves.
 * @throws Error with the engine's own message if it does not start to serve; no process is left then.
 */
export async function startEngineChild(
  args: EngineArguments,
  { env = process.env, onSpawn, onOutput }: EngineChildOptions,
  signal: AbortSignal,
): Promise<EngineChild> {
  signal.throwIfAborted();
  const child = fork(SCRIPT, [JSON.stringify(args)], {
    execArgv: [],
    env: { ...env, ...COMMAND_THREADS },
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
  });
  const exited = watchExit(child, onOutput);
  if (child.pid !== undefined) onSpawn?.(child.pid);
  const stop = async (): Promise<void> => {
    child.kill('SIGTERM');
    const killing = setTimeout(() => child.kill('SIGKILL'), STOP_GRACE_MS);
    await exited;
    clearTimeout(killing);
  };
  const abandon = (): void => void child.kill('SIGKILL');
  signal.addEventListener('abort', abandon, { once: true });
  const timeout = setTimeout(abandon, READY_TIMEOUT_MS);
  try {
    const reported = new Promise<EngineReport>((resolve) => child.once('message', resolve as () => void));
    const report = await Promise.race([reported, exited.then(describeExit)]);
    if (typeof report === 'string') throw new Error(report);
    if (report.kind === 'ready')
      return { pid: child.pid as number, port: report.port, exited, stop, kill: abandon };
    await exited;
    throw new Error(report.message);
  } finally {
    clearTimeout(timeout);
    signal.removeEventListener('abort', abandon);
  }
}

function watchExit(child: ChildProcess, onOutput?: EngineChildOptions['onOutput']): Promise<EngineExit> {
  let lastWords = '';
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    onOutput?.(text);
    lastWords = (lastWords + text).slice(-LAST_WORDS_CHARACTERS);
  });
  return new Promise((resolve) => {
    child.on('error', (error) => resolve({ code: null, signal: null, lastWords: error.message }));
    child.once('close', (code, signal) => resolve({ code, signal, lastWords: lastWords.trim() }));
  });
}

/** Describes in a few words how a process ended. */
export function describeExit({ code, signal, lastWords }: EngineExit): string {
  const how = signal === null ? `ended with code ${code ?? 'none'}` : `was ended by ${signal}`;
  return lastWords === '' ? `the engine's process ${how}` : `the engine's process ${how}: ${lastWords}`;
}
