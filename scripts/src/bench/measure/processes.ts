/** Processes according to the operating system; only Linux keeps this account. */
import { readFileSync } from 'node:fs';
import type { Contestant, Figures, Pids } from '../contestant.js';

// A clock tick is a hundredth of a second on every Linux that Node runs on.
const TICK_US = 10_000;

/** Microseconds of processor time used so far, by name; a process that has exited counts as zero. */
export function processorTimeUs(pids: Pids): Figures {
  return summed(pids, (pid) => {
    const fields = read(`/proc/${pid}/stat`).split(') ')[1]?.split(' ') ?? [];
    return (Number(fields[11] ?? 0) + Number(fields[12] ?? 0)) * TICK_US;
  });
}

/**
 * Microseconds a lead between two readings: `cpuUs.NAME`, and `cpuUs.total` of all but this `bench`. Nothing, if the
 * operating system keeps no account.
 */
export function costs(before: Figures, after: Figures, leads: number): Figures {
  const perLead = Object.entries(after).map(
    ([name, us]) => [name, (us - (before[name] ?? 0)) / leads] as const,
  );
  const total = perLead.reduce((sum, [name, us]) => (name === 'bench' ? sum : sum + us), 0);
  const named = [...perLead, ['total', total] as const].map(([name, us]) => [`cpuUs.${name}`, us] as const);
  return total > 0 ? Object.fromEntries(named) : {};
}

/** Resident memory in megabytes, by name. */
export function residentMb(pids: Pids): Figures {
  return summed(
    pids,
    (pid) => Number(/^VmRSS:\s+(\d+)/m.exec(read(`/proc/${pid}/status`))?.[1] ?? 0) / 1_024,
  );
}

/** The processes of a contestant that work behind its gateway. */
export function workersOf({ gateway: _1, dashboard: _2, redis: _3, mongodb: _4, ...workers }: Pids): Pids {
  return workers;
}

/** Runs `act` while the workers are paused, and resumes them however it ends. */
export async function whileWorkersStopped<T>(contestant: Contestant, act: () => Promise<T>): Promise<T> {
  const all = Object.values(workersOf(contestant.pids())).flat();
  for (const pid of all) process.kill(pid, 'SIGSTOP');
  try {
    return await act();
  } finally {
    for (const pid of all) process.kill(pid, 'SIGCONT');
  }
}

function summed(pids: Pids, of: (pid: number) => number): Figures {
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
