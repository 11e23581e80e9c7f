// A child process that receives our signals, so that Ctrl-C during an installation or a build leaves nothing behind.
import { spawn } from 'node:child_process';
import { constants } from 'node:os';

/** Thrown when a signal ended the work; carries the exit code that a shell expects for it. */
export class Interrupted extends Error {
  constructor(signal) {
    super(`Interrupted by ${signal}.`);
    this.exitCode = 128 + (constants.signals[signal] ?? 0);
  }
}

/**
 * Runs a program with its output on stderr and resolves with its exit code; rejects with `Interrupted` after a signal.
 */
export function runChild(command, args, { cwd, env = process.env }) {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, { cwd, env, stdio: ['ignore', 2, 2] });
    let interruptedBy;
    const pass = (signal) => {
      interruptedBy = signal;
      child.kill(signal);
    };
    const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'];
    for (const signal of signals) process.on(signal, pass);
    const finish = (settle) => {
      for (const signal of signals) process.removeListener(signal, pass);
      settle();
    };
    child.on('error', (error) => finish(() => reject(error)));
    child.on('exit', (code, signal) => {
      const ended = interruptedBy ?? signal;
      finish(() => (ended ? reject(new Interrupted(ended)) : resolve(code)));
    });
  });
}
