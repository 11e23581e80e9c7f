/** The processes that a process has started. */
import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';

/** The pids of all running descendants of the process `pid`, those of their own groups and sessions included. */
export function descendantsOf(pid: number): readonly number[] {
  const all = process.platform === 'linux' ? fromProc() : fromPs();
  const below = (parent: number): number[] =>
    all.filter(({ ppid }) => ppid === parent).flatMap(({ pid: child }) => [child, ...below(child)]);
  return below(pid);
}

interface Parentage {
  readonly pid: number;
  readonly ppid: number;
}

// Debian's smallest images have no ps.
function fromProc(): readonly Parentage[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((name) => {
      const ppid = parentIn(`/proc/${name}/stat`);
      return ppid === undefined ? [] : [{ pid: Number(name), ppid }];
    });
}

// The program's name, in parentheses, may contain anything. Undefined if the process has just ended.
function parentIn(file: string): number | undefined {
  try {
    const stat = readFileSync(file, 'utf8');
    return Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]);
  } catch {
    return undefined;
  }
}

function fromPs(): readonly Parentage[] {
  const lines = execFileSync('ps', ['-A', '-o', 'pid=,ppid='], { encoding: 'utf8' }).trim().split('\n');
  return lines.map((line) => {
    const [pid, ppid] = line.trim().split(/\s+/).map(Number);
    return { pid: pid as number, ppid: ppid as number };
  });
}
