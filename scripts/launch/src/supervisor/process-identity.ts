/** Distinguishes a process from a later one with the same pid, for records that outlive their writer. */
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

/** The start time of a process in the system's format; `undefined` if there is no such process. */
function startInstant(pid: number): string | undefined {
  try {
    if (existsSync('/proc/self/stat')) {
      const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
      // The name in parentheses may contain spaces; the fields after it do not. Field 3 is the state, field 22 the
      // start time.
      const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
      return fields[0] === 'Z' ? undefined : fields[19];
    }
    // `ps` prints local time, but supervisors in different time zones must get the same text.
    const env = { PATH: process.env['PATH'], TZ: 'UTC', LC_ALL: 'C' };
    const options = { encoding: 'utf8', env } as const;
    return execFileSync('ps', ['-o', 'lstart=', '-p', String(pid)], options).trim() || undefined;
  } catch {
    return undefined;
  }
}

/** Records the process `pid`, so that a later supervisor can find it. */
export function recordProcess(file: string, pid: number): void {
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, JSON.stringify({ pid, started: startInstant(pid) }), { mode: 0o600 });
}

/** The pid of the recorded process if that same process is still running; a reused pid does not count. */
export function recordedProcess(file: string): number | undefined {
  try {
    const { pid, started } = JSON.parse(readFileSync(file, 'utf8')) as { pid: number; started?: string };
    return started !== undefined && startInstant(pid) === started ? pid : undefined;
  } catch {
    return undefined;
  }
}

/** Removes the record, if there is one. */
export function forgetProcess(file: string): void {
  rmSync(file, { force: true });
}

/**
 * Ends every recorded process of a folder that still runs (SIGTERM, then SIGKILL after 10 s), and removes the records.
 */
export async function endRecordedProcesses(folder: string): Promise<void> {
  if (!existsSync(folder)) return;
  await Promise.all(readdirSync(folder).map((name) => endRecordedProcess(join(folder, name))));
}

async function endRecordedProcess(file: string): Promise<void> {
  const pid = recordedProcess(file);
  if (pid !== undefined) {
    signalProcess(pid, 'SIGTERM');
    const giveUpAt = Date.now() + 10_000;
    while (recordedProcess(file) === pid) {
      if (Date.now() > giveUpAt) signalProcess(pid, 'SIGKILL');
      await sleep(50);
    }
  }
  forgetProcess(file);
}

function signalProcess(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch {
    // It exited between the check and the signal, which is the intended result.
  }
}
