/**
 * The health check of a container that no orchestrator watches (Docker Compose): asks the process that it runs beside. Ready
 * or not is the answer; a process that was not alive three times in a row is killed, so that its restart policy starts it
 * again. Waiting for a store is no reason to be killed: /healthz does not ask the stores.
 */
import { readFileSync, writeFileSync } from 'node:fs';

/** What is asked, and whom it may kill. */
export interface ProbeOptions {
  /** Where the process answers /healthz and /readyz. */
  readonly url: string;
  /** Remembers from one check to the next how often the process was not alive. */
  readonly countFile: string;
  /** The processes to kill, e.g. the children of a container's init. */
  readonly processes: () => readonly number[];
}

/** What a check came to; `killed` after the third time in a row that the process was not alive. */
export type ProbeOutcome = 'ready' | 'not_ready' | 'not_alive' | 'killed';

const ANSWER_WITHIN_MS = 2_500;
const NOT_ALIVE_TIMES = 3;

/** Checks once. */
export async function probe({ url, countFile, processes }: ProbeOptions): Promise<ProbeOutcome> {
  if (await answersWell(`${url}/healthz`)) {
    writeFileSync(countFile, '0');
    return (await answersWell(`${url}/readyz`)) ? 'ready' : 'not_ready';
  }
  const times = timesBefore(countFile) + 1;
  writeFileSync(countFile, String(times));
  if (times < NOT_ALIVE_TIMES) return 'not_alive';
  writeFileSync(countFile, '0');
  // One that hangs hears no other signal.
  for (const pid of processes()) process.kill(pid, 'SIGKILL');
  return 'killed';
}

async function answersWell(url: string): Promise<boolean> {
  try {
    return (await fetch(url, { signal: AbortSignal.timeout(ANSWER_WITHIN_MS) })).ok;
  } catch {
    return false;
  }
}

function timesBefore(countFile: string): number {
  try {
    return Number(readFileSync(countFile, 'utf8')) || 0;
  } catch {
    return 0;
  }
}
