/** The timer loop of every package: repeats a task, one run after the other, until it is stopped. */
import { withDeadline } from './deadline.js';

/** A task, and how often it is repeated. */
export interface Repetition {
  /** Names a run in the error of one that takes too long, such as `a sweep`. */
  readonly what: string;
  readonly run: () => unknown;
  /** The pause after each run; a function is called after each run. */
  readonly everyMs: number | (() => number);
  /** A run that takes longer is given up, and does not delay the next one further. */
  readonly withinMs: number;
  /** The pause before the first run; defaults to `everyMs`. */
  readonly firstAfterMs?: number;
  /** Called when a run failed or was given up; the next run follows regardless. */
  readonly failed?: (error: unknown) => void;
}

/** A repeated task. */
export interface Repeated {
  /** Starts no further run; resolves once the current run has ended or was given up. Repeatable. */
  stop(): Promise<void>;
}

/**
 * Repeats `run`. Runs never overlap, except that a run which was given up may still continue in the background. The
 * loop keeps no process alive, neither between runs nor during one that never ends.
 */
export function repeat(repetition: Repetition): Repeated {
  const { what, run, everyMs, withinMs, failed = () => undefined } = repetition;
  let stopped = false;
  let underWay: Promise<void> = Promise.resolve();
  let timer: NodeJS.Timeout | undefined;

  async function runOnce(): Promise<void> {
    try {
      await withDeadline(what, withinMs, Promise.resolve(run()), { ref: false });
    } catch (error) {
      failed(error);
    } finally {
      plan(typeof everyMs === 'function' ? everyMs() : everyMs);
    }
  }

  function plan(afterMs: number): void {
    if (stopped) return;
    timer = setTimeout(() => {
      underWay = runOnce();
    }, afterMs);
    timer.unref();
  }

  plan(repetition.firstAfterMs ?? (typeof everyMs === 'function' ? everyMs() : everyMs));
  return {
    stop: () => {
      stopped = true;
      clearTimeout(timer);
      return underWay;
    },
  };
}
