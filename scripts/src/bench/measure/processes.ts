/** Processes, as the operating system accounts for them. */
import pidusage from 'pidusage';
import { sum } from 'simple-statistics';
import type { Contestant, Figures, Pids } from '../contestant.js';

/** Microseconds of processor time used so far, and resident megabytes, by the name of the processes. */
export type Usage = Readonly<Record<string, { readonly cpuUs: number; readonly residentMb: number }>>;

/** The usage at this moment. */
export async function usageOf(pids: Pids): Promise<Usage> {
  const found = await pidusage(Object.values(pids).flat());
  const usage = Object.entries(pids).map(([name, own]) => {
    const each = own.flatMap((pid) => found[pid] ?? []);
    const cpuUs = sum(each.map(({ ctime }) => ctime)) * 1_000;
    return [name, { cpuUs, residentMb: sum(each.map(({ memory }) => memory)) / 1_024 ** 2 }] as const;
  });
  return Object.fromEntries(usage);
}

/** Microseconds a lead between two readings: `cpuUs.NAME`, and `cpuUs.total` of all but this `bench`. */
export function costs(before: Usage, after: Usage, leads: number): Figures {
  const costOf = (name: string) => ((after[name]?.cpuUs ?? 0) - (before[name]?.cpuUs ?? 0)) / leads;
  const names = Object.keys(after);
  const total = sum(names.filter((name) => name !== 'bench').map(costOf));
  const costs = names.map((name) => [`cpuUs.${name}`, costOf(name)] as const);
  return { ...Object.fromEntries(costs), 'cpuUs.total': total };
}

/** What belongs to the processes that work behind the gateway of a contestant. */
export function ofWorkers<T>(all: Readonly<Record<string, T>>): readonly T[] {
  const { gateway: _1, dashboard: _2, redis: _3, mongodb: _4, ...workers } = all;
  return Object.values(workers);
}

/** Runs `act` while the workers are paused, and resumes them however it ends. */
export async function whileWorkersStopped<T>(contestant: Contestant, act: () => Promise<T>): Promise<T> {
  const all = ofWorkers(contestant.pids()).flat();
  for (const pid of all) process.kill(pid, 'SIGSTOP');
  try {
    return await act();
  } finally {
    for (const pid of all) process.kill(pid, 'SIGCONT');
  }
}
