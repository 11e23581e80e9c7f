/** The only place where the supervisor spawns processes, so that no child outlives it unnoticed. */
import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import cluster from 'node:cluster';

/** The process to run. */
export interface ProcessSpec {
  readonly name: string;
  readonly command: string;
  readonly args: readonly string[];
  readonly env: NodeJS.ProcessEnv;
  /** Additional environment variables of one run; called before each. */
  readonly envOfRun?: () => NodeJS.ProcessEnv;
  /** The file that its stdout and stderr are appended to. */
  readonly logFile: string;
  /** The file with its pid, by which a later supervisor finds the process if this supervisor is killed. */
  readonly pidFile: string;
  /**
   * How the process is tied to its supervisor. `channel`: one of our Node programs, which also exits when its IPC
   * channel closes. `signal`: a foreign program. `shared-port`: a `channel` that shares its listening sockets with its
   * siblings.
   */
  readonly tiedBy: 'channel' | 'signal' | 'shared-port';
}

/** Starts one run of a process with its output on the open file `log`. */
export function launchProcess(spec: ProcessSpec, log: number): ChildProcess {
  if (spec.tiedBy === 'shared-port') return launchSharingItsPort(spec, log);
  const { command, args } = endWithParent(spec.command, spec.args);
  return spawn(command, args, {
    env: { ...spec.env, ...spec.envOfRun?.() },
    stdio: spec.tiedBy === 'channel' ? ['ignore', log, log, 'ipc'] : ['ignore', log, log],
    // A process group of its own: Ctrl-C in a terminal reaches only the supervisor, which then drains the processes in
    // order.
    detached: true,
  });
}

function launchSharingItsPort(spec: ProcessSpec, log: number): ChildProcess {
  const [script, ...args] = spec.args;
  if (script === undefined) throw new Error(`${spec.name} names no script to run`);
  // The workers accept on a shared socket themselves, so no traffic passes through the supervisor.
  cluster.schedulingPolicy = cluster.SCHED_NONE;
  cluster.setupPrimary({ exec: script, args, stdio: ['ignore', log, log, 'ipc'] });
  return cluster.fork({ ...spec.env, ...spec.envOfRun?.() }).process;
}

let hasSetpriv: boolean | undefined;

/**
 * On Linux, asks the kernel to end the program when its parent dies, effective from its first instant. On other systems
 * a Node program notices the closed channel, and the next start ends any remaining process by its record.
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
