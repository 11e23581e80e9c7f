/** Whether a process is alive, as the operating system knows it. */
import { readFileSync } from 'node:fs';

/** One of another user is alive; one that has ended but was not yet waited for by its new parent is not. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
  try {
    return !/\) Z /.test(readFileSync(`/proc/${pid}/stat`, 'utf8'));
  } catch {
    // Not a Linux.
    return true;
  }
}
