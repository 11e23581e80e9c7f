/** One run of the tests on stores of its own, which go away with it. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { obtainChromium, serveChromium } from '@sluice/launch';
import { lineProgress } from '@sluice/local';
import { runJest } from './run-jest.js';
import { countRun, type RunCounts } from './summary.js';
import { obtainTestBackends } from './test-backends.js';

/**
 * Runs jest with `args` and `variables` beside those of this process, `long` with the long suites too; when this process
 * ends, everything it started does.
 */
export async function runSuite(
  args: readonly string[],
  long: boolean,
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
  // Of all tests many look at pages; those of a few paths start a browser if they need one.
  const served =
    chromium.kind === 'found' && args.length === 0 ? await serveChromium(chromium.path) : undefined;
  try {
    const jest = runJest({
      args,
      env: {
        ...process.env,
        ...variables,
        TEST_REDIS_URL: redis.url,
        TEST_MONGODB_URL: mongodb.url,
        TEST_LONG: long ? '1' : '',
        // Without one the tests in a browser are skipped, and say so.
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
 * Ends this process on a signal: the tests first, then their stores, whose folder can be removed only once they write no
 * more. A second signal ends it at once.
 */
export function endOnSignals(): void {
  for (const [signal, exitCode] of [
    ['SIGINT', 130],
    ['SIGTERM', 143],
    ['SIGHUP', 129],
  ] as const) {
    process.once(signal, () => {
      if (running.size === 0 || interrupted !== undefined) process.exit(exitCode);
      interrupted = exitCode;
      for (const stop of running) stop();
    });
  }
}
