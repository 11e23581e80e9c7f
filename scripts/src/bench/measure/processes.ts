/** The cost and size of processes according to the operating system; only Linux keeps this account. */
import { readFileSync } from 'node:fs';
import type { Pids } from '../scenario.js';

// A clock tick is a hundredth of a second on every Linux that Node runs on.
const TICK_US = 10_000;

/** Microseconds of processor time used so far, by name; a process that has exited counts as zero. */
export function processorTimeUs(pids: Pids): Record<string, number> {
  return eachSummed(pids, (pid) => {
    const fields = read(`/proc/${pid}/stat`).split(') ')[1]?.split(' ') ?? [];
    return (Number(fields[11] ?? 0) + Number(fields[12] ?? 0)) * TICK_US;
  });
}

/** Resident memory of the largest process of each name, in megabytes. */
export function residentMb(pids: Pids): Record<string, number> {
  const entries = Object.entries(pids).map(([name, of]) => {
    const kilobytes = of.map((pid) => Number(/^VmRSS:\s+(\d+)/m.exec(read(`/proc/${pid}/status`))?.[1] ?? 0));
    return [name, Math.max(0, ...kilobytes) / 1_024] as const;
  });
  return Object.fromEntries(entries.filter(([, megabytes]) => megabytes > 0));
}

/** Runs `act` while the processes are paused, and resumes them however it ends. */
export async function whileFrozen<T>(pids: Pids, act: () => Promise<T>): Promise<T> {
  signal(pids, 'SIGSTOP');
  try {
    return await act();
  } finally {
    signal(pids, 'SIGCONT');
  }
}

/** Sends a signal to every process that still exists. */
export function signal(pids: Pids, name: NodeJS.Signals): void {
  for (const pid of Object.values(pids).flat()) {
    try {
      process.kill(pid, name);
    } catch {
      // It has exited meanwhile.
    }
  }
}

function eachSummed(pids: Pids, of: (pid: number) => number): Record<string, number> {
  return Object.fromEntries(
    Object.entries(pids).map(([name, all]) => [name, all.reduce((sum, pid) => sum + of(pid), 0)]),
  );
}

function read(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return '';
  }
}
