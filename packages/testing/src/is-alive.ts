/** Whether a process is alive, as the operating system knows it. */
import { existsSync, readFileSync } from 'node:fs';

/** One that has ended but was not yet waited for by its new parent is not alive. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return !existsSync(`/proc/${pid}/stat`) || !/\) Z /.test(readFileSync(`/proc/${pid}/stat`, 'utf8'));
  } catch {
    return false;
  }
}
