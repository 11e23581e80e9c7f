/** One run of the tests on stores of its own, which are removed afterwards. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { obtainChromium, serveChromium } from '@sluice/launch';
import { lineProgress } from '@sluice/local';
import { runJest } from './run-jest.js';
import { countRun, type RunCounts } from './summary.js';
import { obtainTestBackends } from './test-backends.js';

/** Which suites run, by the ends of their names (jest.config.mjs). */
export type Suites = 'usual' | 'long' | 'alone' | 'nightly' | 'dated' | 'any';

/**
 * Runs jest with `args` on these suites, and with `variables` added to this process's environment.
 * When this process ends, everything that it started ends too.
 */
export async function runSuite(
  args: readonly string[],
  suites: Suites,
  variables: NodeJS.ProcessEnv = {},
): Promise<RunCounts> {
  const progress = lineProgress();
  // Never a data directory that is in use.
  const folder = mkdtempSync(join(tmpdir(), 'sluice-test-'));
  process.once('exit', () => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }));

  const { redis, mongodb } = await progress.step(
    'starting Redis and MongoDB for the tests',
    () => obtainTestBackends(process.env, { dataDir: folder, logDir: folder, note: progress.note }),
    (stores) =>
      `Redis: ${stores.redis.kind} (${stores.redis.label}); MongoDB: ${stores.mongodb.kind} (${stores.mongodb.label})`,
  );
  const chromium = await obtainChromium(process.env, progress.note);
  // A full run opens many pages and shares one browser; runs of a few paths start a browser only if they need one.
  const served =
    chromium.kind === 'found' && suites === 'usual' && args.length === 0
      ? await serveChromium(chromium.path)
      : undefined;
  try {
    const jest = runJest({
      args,
      env: {
        ...process.env,
        ...variables,
        TEST_REDIS_URL: redis.url,
        TEST_MONGODB_URL: mongodb.url,
        TEST_MONGODB_REMOVED: mongodb.kind === 'embedded' ? '1' : '',
        TEST_SUITES: suites,
        // Without a browser its tests are skipped and say so.
        ...(chromium.kind === 'found' && { CHROMIUM_PATH: chromium.path }),
        ...(served && { CHROMIUM_SERVER: served.url }),
      },
      resultsFile: join(folder, 'results.json'),
    });
    running.add(jest.stop);
    process.once('exit', jest.stop);
    const { results, exitCode } = await jest.ended;
    running.delete(jest.stop);
    return countRun(results, exitCode);
  } finally {
    await Promise.all([redis.stop(), mongodb.stop(), served?.stop()]);
    if (interrupted !== undefined) process.exit(interrupted);
  }
}

const running = new Set<() => void>();
let interrupted: number | undefined;

/**
 * Ends this process on a signal: first the tests, then their stores, whose folder can be removed only once they write
 * no more. Further signals, such as the same one passed on by npm, change nothing.
 */
export function endOnSignals(): void {
  for (const [signal, exitCode] of [
    ['SIGINT', 130],
    ['SIGTERM', 143],
    ['SIGHUP', 129],
  ] as const) {
    process.on(signal, () => {
      if (interrupted !== undefined) return;
      if (running.size === 0) process.exit(exitCode);
      interrupted = exitCode;
      for (const stop of running) stop();
    });
  }
}
