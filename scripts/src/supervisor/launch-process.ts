/** The one place where the supervisor spawns: three ways for a child to notice that its supervisor is gone. */
import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import cluster from 'node:cluster';
import type { ProcessSpec } from './keep-process.js';

/** Starts one run of a process with its output on the open file `log`; in its own process group wherever possible. */
export function launchProcess(spec: ProcessSpec, log: number): ChildProcess {
  switch (spec.leash) {
    case 'channel':
      // In its own process group, so that Ctrl-C in a terminal reaches the supervisor alone and the drain keeps its order.
      return spawn(spec.command, spec.args, {
        env: spec.env,
        stdio: ['ignore', log, log, 'ipc'],
        detached: true,
      });
    case 'signal': {
      const { command, args } = endWithParent(spec.command, spec.args);
      return spawn(command, args, { env: spec.env, stdio: ['ignore', log, log], detached: true });
    }
    case 'shared-port': {
      const [script, ...args] = spec.args;
      if (script === undefined) throw new Error(`${spec.name} names no script to run`);
      // The workers accept on one shared socket themselves: the supervisor stays out of the way of the traffic.
      cluster.schedulingPolicy = cluster.SCHED_NONE;
      cluster.setupPrimary({ exec: script, args, stdio: ['ignore', log, log, 'ipc'] });
      return cluster.fork(spec.env).process;
    }
  }
}

let hasSetpriv: boolean | undefined;

/** On Linux asks the kernel to end the program when its parent dies; elsewhere its pid record lets the next start end it. */
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
