/** The operator's command line, run as an operator runs it. */
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { projectRoot } from '@sluice/local';

const run = promisify(execFile);

/** Longer than any command waits by itself. */
const ENDS_WITHIN_MS = 300_000;

/** Runs `sluice` with arguments and returns its output. Rejects if its exit code is not 0. */
export type RunSluice = (...args: readonly string[]) => Promise<string>;

/** Creates the function for the installation that `env` names. */
export function createRunSluice(env: NodeJS.ProcessEnv): RunSluice {
  return async (...args) => {
    const { stdout } = await run(
      process.execPath,
      [join(projectRoot, 'scripts', 'bootstrap.mjs'), 'sluice', ...args],
      { env, maxBuffer: 16 * 1024 ** 2, timeout: ENDS_WITHIN_MS },
    );
    return stdout;
  };
}
