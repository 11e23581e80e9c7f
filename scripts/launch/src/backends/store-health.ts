/**
 * Decides from a store's successive answers what to do about the store. Pure: the watch keeps the time, asks and acts.
 */
import type { StoreAnswer } from './ask-store.js';

/** How long a store may go without an answer, in milliseconds. */
export interface Patience {
  readonly askEveryMs: number;
  readonly answerWithinMs: number;
  /** The time from the first check of a process to its first answer: it may have a long journal to read. */
  readonly startWithinMs: number;
  /** The time during which the store may refuse, reset or close connections. */
  readonly refusingMs: number;
  /** The time during which the store may accept connections without answering; a deliberate pause is shorter. */
  readonly silentMs: number;
  /** After this many processes in a row without a single answer, restarting does not help. */
  readonly tries: number;
  /** The interval between restarts that do not help. */
  readonly hopelessMs: number;
}

/** The known state of a store. */
export interface StoreHealth {
  /** The process that was checked last; undefined between two processes. */
  readonly pid: number | undefined;
  /** Whether that process ever answered. */
  readonly answered: boolean;
  /** Since when, and in how many checks, that process has not answered. */
  readonly trouble: { readonly sinceMs: number; readonly questions: number } | undefined;
  /** The number of processes started since the last answer. */
  readonly unanswered: number;
  /** Whether a message said that restarting does not help. */
  readonly hopeless: boolean;
}

/** One check and its result. */
export interface Asked {
  readonly pid: number | undefined;
  readonly answer: StoreAnswer;
  readonly nowMs: number;
}

/** The next step: nothing, print something, restart the process. */
export type StoreVerdict = 'nothing' | 'answers again' | 'restart' | 'hopeless' | 'hopeless, restart';

/** The state before the first check. */
export const unknownHealth: StoreHealth = {
  pid: undefined,
  answered: false,
  trouble: undefined,
  unanswered: 0,
  hopeless: false,
};

/** A single failed check proves nothing: this machine may have been suspended between two. */
const LEAST_QUESTIONS = 3;

/**
 * A process that exits by itself and is restarted by its keeper may do so this many times more often before it counts
 * as hopeless.
 */
const ENDS_OF_THEIR_OWN = 3;

/** Updates the state with one more answer and returns the next step. */
export function followHealth(
  before: StoreHealth,
  asked: Asked,
  patience: Patience,
): { readonly health: StoreHealth; readonly verdict: StoreVerdict } {
  const health = ofPresentProcess(before, asked);
  const { pid, answer, nowMs } = asked;
  if (answer.kind === 'answers') {
    const well = { ...unknownHealth, pid, answered: true };
    return { health: well, verdict: health.hopeless ? 'answers again' : 'nothing' };
  }
  if (answer.kind === 'busy' || pid === undefined)
    return { health: { ...health, trouble: undefined }, verdict: 'nothing' };

  const { sinceMs, questions } = health.trouble ?? { sinceMs: nowMs, questions: 0 };
  const trouble = { sinceMs, questions: questions + 1 };
  const due = trouble.questions >= LEAST_QUESTIONS && nowMs - sinceMs >= allowedMs(health, answer, patience);
  const hopeless = health.unanswered >= patience.tries * (due ? 1 : ENDS_OF_THEIR_OWN);
  return { health: { ...health, trouble, hopeless: health.hopeless || hopeless }, verdict: verdict() };

  function verdict(): StoreVerdict {
    if (hopeless && !health.hopeless) return due ? 'hopeless, restart' : 'hopeless';
    return due ? 'restart' : 'nothing';
  }
}

function ofPresentProcess(before: StoreHealth, { pid }: Asked): StoreHealth {
  if (before.pid === pid) return before;
  const unanswered = before.unanswered + (pid === undefined ? 0 : 1);
  return { ...before, pid, answered: false, trouble: undefined, unanswered };
}

function allowedMs(
  { answered, hopeless }: StoreHealth,
  answer: StoreAnswer,
  { startWithinMs, refusingMs, silentMs, hopelessMs }: Patience,
): number {
  if (hopeless) return hopelessMs;
  const usualMs = answer.kind === 'silent' ? silentMs : refusingMs;
  return answered ? usualMs : Math.max(usualMs, startWithinMs);
}
