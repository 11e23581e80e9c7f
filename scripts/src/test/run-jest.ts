/** Runs jest in a separate process, which a signal to this process ends first. */
import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { constants } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { projectRoot } from '@sluice/local';

const program = [
  join(projectRoot, 'node_modules', 'jest', 'bin', 'jest.js'),
  '--config',
  join(projectRoot, 'jest.config.mjs'),
];

// Jest starts its workers with it too. A worker loads the product and a framework for each file, and collects what they
// leave behind; a larger young generation is collected less often.
const jestMemory = ['--max-semi-space-size=32'];

const LISTED_WITHIN_MS = 60_000;

let running: number | undefined;
let interrupted: number | undefined;

/** Runs jest with its own output on the terminal; resolves with its exit code. */
export async function runJest(args: readonly string[], env: NodeJS.ProcessEnv): Promise<number | null> {
  const child = spawn(process.execPath, [...jestMemory, ...program, ...args], {
    cwd: projectRoot,
    env,
    stdio: ['ignore', 'inherit', 'inherit'],
    // A process group of its own, because jest's workers stay behind if a signal ends jest alone.
    detached: true,
  });
  running = child.pid;
  process.once('exit', endJest);
  const [exitCode] = (await once(child, 'exit')) as [number | null];
  running = undefined;
  process.removeListener('exit', endJest);
  return exitCode;
}

/** The full paths of all test files, of every kind. */
export async function listTestFiles(): Promise<readonly string[]> {
  const { stdout } = await promisify(execFile)(process.execPath, [...program, '--listTests', '--json'], {
    cwd: projectRoot,
    env: { ...process.env, TEST_SUITES: 'any' },
    timeout: LISTED_WITHIN_MS,
  });
  return JSON.parse(stdout) as string[];
}

function endJest(): void {
  try {
    if (running !== undefined) process.kill(-running, 'SIGTERM');
  } catch (error) {
    // All its processes have already ended.
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}

/**
 * Makes a signal end jest at once; the caller then ends the stores and calls `exitIfInterrupted`. Without a running jest
 * it ends this process. Further signals, such as the same one passed on by npm, change nothing.
 */
export function endOnSignals(): void {
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.on(signal, () => {
      if (interrupted !== undefined) return;
      interrupted = 128 + constants.signals[signal];
      if (running === undefined) exitIfInterrupted();
      endJest();
    });
  }
}

/** Ends this process with the exit code of the signal, if there was one. */
export function exitIfInterrupted(): void {
  if (interrupted !== undefined) process.exit(interrupted);
}
