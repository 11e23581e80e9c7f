/** The one place where the supervisor spawns, so that no child outlives it unnoticed. */
import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import cluster from 'node:cluster';

/** What is to be run. */
export interface ProcessSpec {
  readonly name: string;
  readonly command: string;
  readonly args: readonly string[];
  readonly env: NodeJS.ProcessEnv;
  /** What one run is told beside `env`; asked before each. */
  readonly envOfRun?: () => NodeJS.ProcessEnv;
  /** Where its stdout and stderr are appended. */
  readonly logFile: string;
  /** Where its pid is written down, so that a later supervisor finds it if this one is killed. */
  readonly pidFile: string;
  /**
   * How it is tied to its supervisor. `channel`: one of our Node programs, which also ends when its IPC channel closes.
   * `signal`: a foreign program. `shared-port`: a `channel` whose listening sockets are shared with its siblings.
   */
  readonly leash: 'channel' | 'signal' | 'shared-port';
}

/** Starts one run of a process with its output on the open file `log`. */
export function launchProcess(spec: ProcessSpec, log: number): ChildProcess {
  if (spec.leash === 'shared-port') return launchSharingItsPort(spec, log);
  const { command, args } = endWithParent(spec.command, spec.args);
  return spawn(command, args, {
    env: { ...spec.env, ...spec.envOfRun?.() },
    stdio: spec.leash === 'channel' ? ['ignore', log, log, 'ipc'] : ['ignore', log, log],
    // A process group of its own: Ctrl-C in a terminal reaches the supervisor alone, and the drain keeps its order.
    detached: true,
  });
}

function launchSharingItsPort(spec: ProcessSpec, log: number): ChildProcess {
  const [script, ...args] = spec.args;
  if (script === undefined) throw new Error(`${spec.name} names no script to run`);
  // The workers accept on one shared socket themselves: the supervisor stays out of the way of the traffic.
  cluster.schedulingPolicy = cluster.SCHED_NONE;
  cluster.setupPrimary({ exec: script, args, stdio: ['ignore', log, log, 'ipc'] });
  return cluster.fork({ ...spec.env, ...spec.envOfRun?.() }).process;
}

let hasSetpriv: boolean | undefined;

/**
 * On Linux asks the kernel to end the program when its parent dies, which holds from its first instant.
 * Elsewhere a Node program notices the closed channel, and what is left is ended by the next start, by its record.
 */
function endWithParent(
  command: string,
  args: readonly string[],
): { command: string; args: readonly string[] } {
  hasSetpriv ??=
    process.platform === 'linux' && spawnSync('setpriv', ['--pdeathsig', 'TERM', 'true']).status === 0;
  return hasSetpriv
    ? { command: 'setpriv', args: ['--pdeathsig', 'TERM', command, ...args] }
    : { command, args };
}
