/**
 * Keeps one child process alive: starts it, restarts it when it exits, and ends it on request. Knows nothing about
 * services.
 */
import type { ChildProcess } from 'node:child_process';
import { closeSync, mkdirSync, openSync } from 'node:fs';
import { dirname } from 'node:path';
import { planRestart } from '@sluice/local';
import { launchProcess, type ProcessSpec } from './launch-process.js';
import { forgetProcess, recordProcess } from './process-identity.js';

/** Callbacks about the kept process. */
export interface ProcessEvents {
  /** A run began: the first one, or one after a restart. */
  started?(pid: number): void;
  /** A run exited without a request. */
  ended?(end: {
    pid: number | undefined;
    code: number | null;
    signal: NodeJS.Signals | null;
    /** The delay before the next start; `Infinity` if there is none. */
    delayMs: number;
  }): void;
}

/** The options of a kept process. */
export interface KeepOptions {
  /** If `false`, a process that exits is not restarted until `restart` is called. */
  readonly startsAgain?: boolean;
}

/** How a run ended. */
export interface ProcessEnd {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
}

/** A process that is kept alive. */
export interface KeptProcess {
  readonly name: string;
  /** The pid of the current run; `undefined` between two runs. */
  readonly pid: number | undefined;
  /** How the current run ends, or how the last one ended. */
  readonly end: Promise<ProcessEnd>;
  /** Sends a signal to the current run, as another process might; if the run ends by it, it is restarted as usual. */
  signal(name: NodeJS.Signals): void;
  /**
   * Ends the current run (`signal`, then SIGKILL after `graceMs`) and starts the next at once, unless the process is
   * stopped meanwhile.
   */
  restart(graceMs: number, signal?: NodeJS.Signals): Promise<void>;
  /** Ends the process for good: SIGTERM, then SIGKILL after `graceMs`; resolves once it has exited. */
  stop(graceMs: number): Promise<void>;
  /** Ends the process for good and at once. */
  kill(): void;
}

/** Starts a process and keeps it alive until `stop` or `kill`. */
export function keepProcess(
  spec: ProcessSpec,
  events: ProcessEvents = {},
  { startsAgain = true }: KeepOptions = {},
): KeptProcess {
  let child: ChildProcess | undefined;
  let wanted = true;
  // Once the process is to end for good, a restart in progress must not start it again.
  let forGood = false;
  let earlyEnds = 0;
  let nextStart: NodeJS.Timeout | undefined;
  let end: Promise<ProcessEnd>;

  const start = (): void => {
    const startedMs = performance.now();
    // Before every run, because the logs may have been removed in the meantime.
    mkdirSync(dirname(spec.logFile), { recursive: true });
    const log = openSync(spec.logFile, 'a', 0o600);
    const run = launchProcess(spec, log);
    closeSync(log);
    child = run;

    let over = false;
    let tellEnd: (end: ProcessEnd) => void = () => undefined;
    end = new Promise((resolve) => (tellEnd = resolve));
    const ended = (code: number | null, signal: NodeJS.Signals | null): void => {
      if (over) return;
      over = true;
      child = undefined;
      tellEnd({ code, signal });
      if (!wanted) return;
      if (!startsAgain) {
        events.ended?.({ pid: run.pid, code, signal, delayMs: Infinity });
        return;
      }
      const plan = planRestart({ uptimeMs: performance.now() - startedMs, code, signal, earlyEnds });
      earlyEnds = plan.earlyEnds;
      nextStart = setTimeout(start, plan.delayMs);
      events.ended?.({ pid: run.pid, code, signal, delayMs: plan.delayMs });
    };
    run.on('exit', ended);
    // A program that cannot be started at all emits no exit event.
    run.on('error', () => ended(null, null));
    if (run.pid !== undefined) {
      recordProcess(spec.pidFile, run.pid);
      events.started?.(run.pid);
    }
  };
  start();

  const endRun = async (graceMs: number, signal: NodeJS.Signals = 'SIGTERM'): Promise<void> => {
    wanted = false;
    clearTimeout(nextStart);
    if (child === undefined) return;
    const run = child;
    const gone = new Promise<void>((resolve) => run.once('exit', () => resolve()));
    run.kill(signal);
    const lastResort = setTimeout(() => run.kill('SIGKILL'), graceMs);
    await gone;
    clearTimeout(lastResort);
  };

  return {
    name: spec.name,
    get pid() {
      return child?.pid;
    },
    get end() {
      return end;
    },
    signal: (name) => void child?.kill(name),
    async restart(graceMs, signal) {
      await endRun(graceMs, signal);
      if (forGood || child !== undefined) return;
      wanted = true;
      start();
    },
    async stop(graceMs) {
      forGood = true;
      await endRun(graceMs);
      forgetProcess(spec.pidFile);
    },
    kill() {
      forGood = true;
      wanted = false;
      clearTimeout(nextStart);
      child?.kill('SIGKILL');
      forgetProcess(spec.pidFile);
    },
  };
}
