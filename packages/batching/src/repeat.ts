/** The timer loop of every room: something is done again and again, one run after the other, until it is stopped. */
import { withDeadline } from './deadline.js';

/** What is repeated, and how often. */
export interface Repetition {
  /** Names a run in the error of one that takes too long, such as `a sweep`. */
  readonly what: string;
  readonly run: () => unknown;
  /** How long to rest after each run; a function is asked anew after each. */
  readonly everyMs: number | (() => number);
  /** A run that takes longer is given up, and does not keep the next one from its turn. */
  readonly withinMs: number;
  /** The rest before the first run; `everyMs` unless said otherwise. */
  readonly firstAfterMs?: number;
  /** Hears of a run that failed or was given up; the next one comes all the same. */
  readonly failed?: (error: unknown) => void;
}

/** What is repeated until it is stopped. */
export interface Repeated {
  /** Begins no further run; resolves once the run under way has ended or was given up. Repeatable. */
  stop(): Promise<void>;
}

/**
 * Repeats `run`. Runs never overlap, except that one which was given up may still be going on somewhere. No process stays
 * alive for it, neither between two runs nor for one that never ends.
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
