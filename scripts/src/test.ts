/** `npm test`: every test on real stores, with `N passed, M failed` as the last line. `--long` adds the long suites. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { report } from './terminal/problem.js';
import { lineProgress } from './terminal/progress.js';
import { runJest } from './test/run-jest.js';
import { summarize, type Summary } from './test/summary.js';
import { obtainTestBackends } from './test/test-backends.js';

try {
  const { line, exitCode } = await runTests(process.argv.slice(2));
  console.log(line);
  process.exitCode = exitCode;
} catch (error) {
  report(error);
}
process.exit();

async function runTests(args: readonly string[]): Promise<Summary> {
  const progress = lineProgress();
  // Never a data directory that somebody uses.
  const folder = mkdtempSync(join(tmpdir(), 'sluice-test-'));
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
  endOnSignals();

  const { redis, mongodb } = await progress.step(
    'starting Redis and MongoDB for the tests',
    () => obtainTestBackends(process.env, { dataDir: folder, logDir: folder, note: progress.note }),
    (stores) =>
      `Redis: ${stores.redis.kind} (${stores.redis.label}); MongoDB: ${stores.mongodb.kind} (${stores.mongodb.label})`,
  );
  try {
    const jest = runJest({
      args: args.filter((arg) => arg !== '--long'),
      env: {
        ...process.env,
        TEST_REDIS_URL: redis.url,
        TEST_MONGODB_URL: mongodb.url,
        TEST_LONG: args.includes('--long') ? '1' : '',
      },
      resultsFile: join(folder, 'results.json'),
    });
    process.once('exit', jest.stop);
    const { results, exitCode } = await jest.ended;
    return summarize(results, exitCode);
  } finally {
    await Promise.all([redis.stop(), mongodb.stop()]);
  }
}

function endOnSignals(): void {
  // Leaving runs the exit hooks; the stores end with this process.
  for (const [signal, exitCode] of [
    ['SIGINT', 130],
    ['SIGTERM', 143],
    ['SIGHUP', 129],
  ] as const) {
    process.once(signal, () => process.exit(exitCode));
  }
}
