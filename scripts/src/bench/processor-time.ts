/** Processor time of an installation's processes, by the operating system's account (Linux). */
import { readFileSync } from 'node:fs';
import type { RunFile } from '../start/run-file.js';

// Clock ticks are hundredths of a second on every Linux that Node runs on.
const TICK_US = 10_000;

/** Microseconds used so far, by service; a store that was given has no process of ours. */
export function processorTimeUs({ services, mongodb, redis }: RunFile): Record<string, number> {
  const pids: Record<string, readonly number[]> = {
    ...services,
    ...(mongodb.pid !== undefined && { mongodb: [mongodb.pid] }),
    ...(redis.pid !== undefined && { redis: [redis.pid] }),
  };
  return Object.fromEntries(
    Object.entries(pids).map(([name, of]) => [name, of.reduce((sum, pid) => sum + usedUs(pid), 0)]),
  );
}

function usedUs(pid: number): number {
  try {
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? [];
    return (Number(fields[11]) + Number(fields[12])) * TICK_US;
  } catch {
    return 0;
  }
}
