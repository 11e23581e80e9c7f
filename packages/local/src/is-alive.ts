/** Whether a process is alive, according to the operating system. */
import { readFileSync } from 'node:fs';

/** A process of another user counts as alive; a zombie that was not reaped yet does not. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
  try {
    return !/\) Z /.test(readFileSync(`/proc/${pid}/stat`, 'utf8'));
  } catch {
    // Not Linux.
    return true;
  }
}
