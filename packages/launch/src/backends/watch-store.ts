/**
 * Watches one store that was started here: asks it from outside whether it answers, restarts it when it does not,
 * and says so in one sentence when restarting does not help. A process that lives and listens may be broken all the same.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import type { StoreAnswer } from './ask-store.js';
import { followHealth, unknownHealth, type Patience, type StoreVerdict } from './store-health.js';

/** What is used unless a store or a test says otherwise. */
export const usualPatience: Patience = {
  askEveryMs: 2_000,
  answerWithinMs: 5_000,
  startWithinMs: 60_000,
  refusingMs: 5_000,
  silentMs: 30_000,
  tries: 3,
  hopelessMs: 60_000,
};

/** A store as its watch sees it. */
export interface WatchedStore {
  readonly name: string;
  readonly port: number;
  /** Where its own words are, for people. */
  readonly logFile: string;
  /** The present process; undefined between two. */
  readonly pid: () => number | undefined;
  readonly ask: (withinMs: number) => Promise<StoreAnswer>;
  /** Ends the present process, so that its keeper starts the next. */
  readonly restart: (reason: string) => unknown;
  readonly note: (line: string) => void;
}

/** Watches from now on, until `stop`. */
export function watchStore(store: WatchedStore, patience: Patience): { stop(): void } {
  const stopping = new AbortController();
  void watch(store, patience, stopping.signal);
  return { stop: () => stopping.abort() };
}

async function watch(store: WatchedStore, patience: Patience, signal: AbortSignal): Promise<void> {
  let health = unknownHealth;
  for (;;) {
    await sleep(patience.askEveryMs, undefined, { signal }).catch(() => undefined);
    if (signal.aborted) return;
    const pid = store.pid();
    const answer = await store.ask(patience.answerWithinMs);
    if (signal.aborted) return;
    // Where the process is another by now, it is not known which of the two answered.
    if (store.pid() !== pid) continue;
    const before = health;
    const next = followHealth(before, { pid, answer, nowMs: performance.now() }, patience);
    health = next.health;
    const line = noteOn(next.verdict, store, answer, patience);
    if (line !== undefined && !(next.verdict === 'restart' && before.hopeless)) store.note(line);
    if (next.verdict.endsWith('restart')) await store.restart(describe(answer));
  }
}

function noteOn(
  verdict: StoreVerdict,
  { name, port, logFile }: WatchedStore,
  answer: StoreAnswer,
  { tries }: Patience,
): string | undefined {
  switch (verdict) {
    case 'nothing':
      return undefined;
    case 'answers again':
      return `  ! ${name} answers again`;
    case 'restart':
      return `  ! ${name} does not answer (${describe(answer)}); restarting it with its data`;
    case 'hopeless':
    case 'hopeless, restart':
      return `  ! ${name} does not answer on port ${port} (${describe(answer)}) although it was started again ${tries} times: read ${logFile}, see that no other process has the port, and restart Sluice, which keeps the data.`;
  }
}

function describe(answer: StoreAnswer): string {
  return answer.kind === 'refuses' ? answer.how : 'nothing comes back';
}
