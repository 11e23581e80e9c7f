/**
 * Monitors one store that was started here: checks from outside whether it answers, restarts it if not, and says in one
 * sentence if restarting does not help. A process that is alive and listening may still be broken.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import type { StoreAnswer } from './ask-store.js';
import { followHealth, unknownHealth, type Patience, type StoreVerdict } from './store-health.js';

/** The defaults, unless a store or a test sets others. */
export const usualPatience: Patience = {
  askEveryMs: 2_000,
  answerWithinMs: 5_000,
  startWithinMs: 60_000,
  refusingMs: 5_000,
  silentMs: 30_000,
  tries: 3,
  hopelessMs: 60_000,
};

/** A store as its monitor sees it. */
export interface WatchedStore {
  readonly name: string;
  readonly port: number;
  /** The log file to name to people. */
  readonly logFile: string;
  /** The current process; undefined between two processes. */
  readonly pid: () => number | undefined;
  readonly ask: (withinMs: number) => Promise<StoreAnswer>;
  /** Ends the current process, so that its keeper starts a new one. */
  readonly restart: (reason: string) => unknown;
  readonly note: (line: string) => void;
}

/** Monitors from now on, until `stop`. */
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
    // If the process has changed meanwhile, it is not known which of the two answered.
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
      return `  ! ${name} does not answer on port ${port} (${describe(answer)}) although it was restarted ${tries} times: read ${logFile}, check that no other process uses the port, and restart Sluice, which keeps the data.`;
  }
}

function describe(answer: StoreAnswer): string {
  return answer.kind === 'refuses' ? answer.how : 'nothing comes back';
}
