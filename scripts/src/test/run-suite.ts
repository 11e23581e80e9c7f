/** One run of the tests on stores of its own, which are removed afterwards. */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { obtainChromium } from '@sluice/launch';
import { lineProgress } from '@sluice/local';
import type { SuiteKind } from './chosen-suites.js';
import { exitIfInterrupted, runJest } from './run-jest.js';
import { countRun, type JestResults, type RunCounts } from './summary.js';
import { obtainTestBackends } from './test-backends.js';

/** Which tests run, and how. */
export interface SuiteRun {
  /** Which suites, by the ends of their names, of which `dated` may stand before a kind (jest.config.mjs). */
  readonly suites: SuiteKind | 'dated';
  /** Passed on to jest: paths, `-t` and others. */
  readonly args?: readonly string[];
  /** The environment of the tests and of their stores; by default that of this process. */
  readonly env?: NodeJS.ProcessEnv;
}

/** Runs jest on these suites. When this process ends, everything that it started ends too. */
export async function runSuite({ suites, args = [], env = process.env }: SuiteRun): Promise<RunCounts> {
  const progress = lineProgress();
  // Never a data directory that is in use.
  const folder = mkdtempSync(join(tmpdir(), 'sluice-test-'));
  process.once('exit', () => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }));

  const { redis, mongodb } = await progress.step(
    'starting Redis and MongoDB for the tests',
    () => obtainTestBackends(env, { dataDir: folder, logDir: folder, note: progress.note, env }),
    (stores) =>
      `Redis: ${stores.redis.kind} (${stores.redis.label}); MongoDB: ${stores.mongodb.kind} (${stores.mongodb.label})`,
  );
  const chromium = await obtainChromium(env, progress.note);
  const resultsFile = join(folder, 'results.json');
  try {
    const exitCode = await runJest(['--json', '--outputFile', resultsFile, ...args], {
      ...env,
      TEST_REDIS_URL: redis.url,
      TEST_MONGODB_URL: mongodb.url,
      TEST_MONGODB_REMOVED: mongodb.kind === 'embedded' ? '1' : '',
      TEST_SUITES: suites,
      // Without a browser its tests are skipped and say so.
      ...(chromium.kind === 'found' && { CHROMIUM_PATH: chromium.path }),
    });
    return countRun(readResults(resultsFile), exitCode);
  } finally {
    // Only now, because the folder of the stores can be removed only once they write no more.
    await Promise.all([redis.stop(), mongodb.stop()]);
    exitIfInterrupted();
  }
}

function readResults(file: string): JestResults | undefined {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as JestResults;
  } catch {
    return undefined;
  }
}
