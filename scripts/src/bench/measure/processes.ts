/** Processes, as the operating system accounts for them. */
import pidusage from 'pidusage';
import type { Contestant, Figures, Pids } from '../contestant.js';

/** Microseconds of processor time used so far, and resident megabytes, by the name of the processes. */
export type Usage = Readonly<Record<string, { readonly cpuUs: number; readonly residentMb: number }>>;

/** The usage at this moment. */
export async function usageOf(pids: Pids): Promise<Usage> {
  const found = await pidusage(Object.values(pids).flat());
  const sum = (all: readonly number[], part: 'ctime' | 'memory') =>
    all.reduce((total, pid) => total + (found[pid]?.[part] ?? 0), 0);
  const usage = Object.entries(pids).map(([name, all]) => {
    return [name, { cpuUs: sum(all, 'ctime') * 1_000, residentMb: sum(all, 'memory') / 1_024 ** 2 }] as const;
  });
  return Object.fromEntries(usage);
}

/** Microseconds a lead between two readings: `cpuUs.NAME`, and `cpuUs.total` of all but this `bench`. */
export function costs(before: Usage, after: Usage, leads: number): Figures {
  const costOf = (name: string) => ((after[name]?.cpuUs ?? 0) - (before[name]?.cpuUs ?? 0)) / leads;
  const names = Object.keys(after);
  const total = names.reduce((sum, name) => (name === 'bench' ? sum : sum + costOf(name)), 0);
  return {
    ...Object.fromEntries(names.map((name) => [`cpuUs.${name}`, costOf(name)])),
    'cpuUs.total': total,
  };
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
