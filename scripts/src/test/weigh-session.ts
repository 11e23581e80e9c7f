/** The share of the processors that the processes of a test run get. */
import { writeFileSync } from 'node:fs';

/** A session with this niceness gets four times the share of an ordinary one; see sched(7). */
const COUNTS_AS_FOUR = -6;

/**
 * Lets the session that `pid` leads count as four. Where Linux shares the processors between sessions first
 * (sched_autogroup), four jest workers are one session, and each service that a test starts is one of its own: without
 * this, a test waits for seconds behind the services of other tests. Only root may do this, and on other systems it is
 * not needed; there it does nothing.
 */
export function weighAsFour(pid: number | undefined): void {
  if (pid === undefined) return;
  try {
    writeFileSync(`/proc/${pid}/autogroup`, String(COUNTS_AS_FOUR));
  } catch {
    // This is not Linux, or this person may not.
  }
}
