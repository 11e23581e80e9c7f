/** What follows from the answers of a store, one after the other. Pure: the clock, the questions and the deeds are the watch's. */
import type { StoreAnswer } from './ask-store.js';

/** How long a store may go without an answer, in milliseconds. */
export interface Patience {
  readonly askEveryMs: number;
  readonly answerWithinMs: number;
  /** From the first question to a process to its first answer: it may have a long journal to read. */
  readonly startWithinMs: number;
  /** Refusing, resetting or closing connections. */
  readonly refusingMs: number;
  /** Taking connections without answering: a process that is paused on purpose is paused for less. */
  readonly silentMs: number;
  /** So many processes in a row without a single answer mean that restarting does not help. */
  readonly tries: number;
  /** How far restarts that do not help are apart. */
  readonly hopelessMs: number;
}

/** What is known of a store. */
export interface StoreHealth {
  /** The process that was asked last; undefined between two. */
  readonly pid: number | undefined;
  /** Whether that process ever answered. */
  readonly answered: boolean;
  /** Since when, and for how many questions, that process has not answered. */
  readonly trouble: { readonly sinceMs: number; readonly questions: number } | undefined;
  /** Processes that have come since the last answer. */
  readonly unanswered: number;
  /** People were told that restarting does not help. */
  readonly hopeless: boolean;
}

/** One question and what came of it. */
export interface Asked {
  readonly pid: number | undefined;
  readonly answer: StoreAnswer;
  readonly nowMs: number;
}

/** What is to be done: nothing, tell people something, restart the process. */
export type StoreVerdict = 'nothing' | 'answers again' | 'restart' | 'hopeless' | 'hopeless, restart';

/** Before the first question. */
export const unknownHealth: StoreHealth = {
  pid: undefined,
  answered: false,
  trouble: undefined,
  unanswered: 0,
  hopeless: false,
};

/** A single question is no proof: this machine may have been asleep between two. */
const LEAST_QUESTIONS = 3;

/** So much more often may a process end by itself, and be started by its keeper, before that is called hopeless. */
const ENDS_OF_THEIR_OWN = 3;

/** Takes one more answer into account. */
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
