/**
 * The health check of a container without an orchestrator (Docker Compose): probes the process it runs beside. The
 * result is ready or not. A process that was not alive three times in a row is killed, so that the restart policy
 * starts it again. A process that waits for a store is not killed, because /healthz does not depend on the stores.
 */
import { readFileSync, writeFileSync } from 'node:fs';

/** What to probe, and which processes it may kill. */
export interface ProbeOptions {
  /** The address that serves /healthz and /readyz. */
  readonly url: string;
  /** Stores the number of failed checks in a row between checks. */
  readonly countFile: string;
  /** The processes to kill, e.g. the children of a container's init. */
  readonly processes: () => readonly number[];
}

/** The result of a check; `killed` when the process was not alive for the third time in a row. */
export type ProbeOutcome = 'ready' | 'not_ready' | 'not_alive' | 'killed';

const ANSWER_WITHIN_MS = 2_500;
const NOT_ALIVE_TIMES = 3;

/** Runs one check. */
export async function probe({ url, countFile, processes }: ProbeOptions): Promise<ProbeOutcome> {
  if (await answersWell(`${url}/healthz`)) {
    writeFileSync(countFile, '0');
    return (await answersWell(`${url}/readyz`)) ? 'ready' : 'not_ready';
  }
  const times = timesBefore(countFile) + 1;
  writeFileSync(countFile, String(times));
  if (times < NOT_ALIVE_TIMES) return 'not_alive';
  writeFileSync(countFile, '0');
  // A process that hangs reacts to no other signal.
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
