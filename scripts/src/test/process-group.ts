/** A program with all its child processes, which end together. */
import { spawn, type ChildProcess, type SpawnOptions } from 'node:child_process';

/** A running program. */
export interface ProcessGroup {
  readonly child: ChildProcess;
  /** Sends SIGTERM to it and to all its child processes that stayed in its group. */
  readonly end: () => void;
}

/** Starts a program in a process group of its own; a signal from a terminal reaches it only through `end`. */
export function startGroup(
  command: string,
  args: readonly string[],
  options: Omit<SpawnOptions, 'detached'>,
): ProcessGroup {
  const child = spawn(command, args, { ...options, detached: true });
  return {
    child,
    end: () => {
      if (child.pid === undefined) return;
      try {
        process.kill(-child.pid, 'SIGTERM');
      } catch (error) {
        // All its processes have already ended.
        if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
      }
    },
  };
}
