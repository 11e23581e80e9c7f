/** Runs jest in a separate process and reads its results. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { projectRoot } from '@sluice/local';
import { startGroup } from './process-group.js';
import type { JestResults } from './summary.js';

/** The arguments and environment of jest. */
export interface JestRun {
  /** Passed on to jest: paths, `-t` and others. */
  readonly args: readonly string[];
  readonly env: NodeJS.ProcessEnv;
  /** Where jest writes its results. */
  readonly resultsFile: string;
}

// Jest starts its workers with it too. A worker loads the product and a framework for each file, and collects what they
// leave behind; a larger young generation is collected less often.
const jestMemory = ['--max-semi-space-size=32'];

/** Runs the tests with jest's own output on the terminal; `results` is `undefined` if jest wrote none. */
export function runJest({ args, env, resultsFile }: JestRun): {
  readonly ended: Promise<{ results: JestResults | undefined; exitCode: number | null }>;
  readonly stop: () => void;
} {
  const jest = join(projectRoot, 'node_modules', 'jest', 'bin', 'jest.js');
  // If a signal ends jest, its workers stay behind.
  const { child, end } = startGroup(
    process.execPath,
    [
      ...jestMemory,
      jest,
      '--config',
      join(projectRoot, 'jest.config.mjs'),
      '--json',
      '--outputFile',
      resultsFile,
      ...args,
    ],
    {
      cwd: projectRoot,
      env,
      stdio: ['ignore', 'inherit', 'inherit'],
    },
  );
  const ended = new Promise<{ results: JestResults | undefined; exitCode: number | null }>(
    (resolve, reject) => {
      child.on('error', reject);
      child.on('exit', (exitCode) => resolve({ results: readResults(resultsFile), exitCode }));
    },
  );
  return { ended, stop: end };
}

function readResults(file: string): JestResults | undefined {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as JestResults;
  } catch {
    return undefined;
  }
}
