/** How a process leaves a contended processor to others. */
import { readFileSync, writeFileSync } from 'node:fs';
import { setPriority } from 'node:os';

/**
 * How far each kind of process leaves a contended processor to the lead workers: accepted leads reach their buyers
 * before more are accepted, and before effects are carried out.
 */
export const niceness = { intake: 5, effects: 19 } as const;

/**
 * Sets this process's niceness; see setpriority(2). Where Linux shares the processor between sessions first
 * (sched_autogroup, see sched(7)), a process's niceness counts only within its session, so a process that leads its
 * session sets the session's too.
 */
export function yieldProcessor(niceness: number): void {
  setPriority(niceness);
  try {
    if (leadsItsSession()) writeFileSync('/proc/self/autogroup', String(niceness));
  } catch {
    // This system does not share the processor between sessions.
  }
}

// Otherwise the session is that of a shell or a supervisor, which must not be slowed.
function leadsItsSession(): boolean {
  const stat = readFileSync('/proc/self/stat', 'utf8');
  const [, , , session] = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return Number(session) === process.pid;
}
