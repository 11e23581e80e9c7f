/** How a process leaves a contended processor to others. */
import { execFile } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { getPriority, setPriority } from 'node:os';
import { promisify } from 'node:util';

const run = promisify(execFile);

const AUTOGROUP = '/proc/self/autogroup';

/**
 * How far each kind of process leaves a contended processor to the lead workers: accepted leads reach their buyers
 * before more are accepted, and before effects are carried out.
 */
export const niceness = { intake: 5, effects: 19 } as const;

/**
 * Raises this process's niceness to `least`; see setpriority(2). Where Linux shares the processor between sessions first
 * (sched_autogroup, see sched(7)), a process's niceness counts only within its session, so a process that leads its
 * session raises the session's too. A process that was started with a higher niceness keeps it.
 */
export function yieldProcessor(least: number): void {
  if (getPriority() < least) setPriority(least);
  try {
    if (leadsItsSession() && sessionNiceness() < least) writeFileSync(AUTOGROUP, String(least));
  } catch {
    // This system does not share the processor between sessions.
  }
}

/** Setting the policy of all threads takes milliseconds. */
const POLICY_SET_WITHIN_MS = 5_000;

/**
 * Has Linux schedule this process as idle work; see SCHED_IDLE in sched(7). A processor that runs only idle work counts
 * as free, so whatever else becomes runnable is started there at once; with niceness alone it may queue on another
 * processor. Where the system has no such policy, or no `chrt`, nothing changes.
 */
export async function runAsIdleWork(): Promise<void> {
  const allThreads = ['--all-tasks', '--idle', '--pid', '0', String(process.pid)];
  await run('chrt', allThreads, { timeout: POLICY_SET_WITHIN_MS }).catch(() => undefined);
}

function sessionNiceness(): number {
  return Number(readFileSync(AUTOGROUP, 'utf8').trim().split(' ').at(-1));
}

// Otherwise the session is that of a shell or a supervisor, which must not be slowed.
function leadsItsSession(): boolean {
  const stat = readFileSync('/proc/self/stat', 'utf8');
  const [, , , session] = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return Number(session) === process.pid;
}
