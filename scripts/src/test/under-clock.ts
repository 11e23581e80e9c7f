/** The tests under a faked clock: in a separate process, so that the stores and everything else have the same clock. */
import { fork } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { fakedEnvironment, type FakedClock } from './faked-clock.js';
import { obtainFaketime } from './obtain-faketime.js';
import type { Suites } from './run-suite.js';
import type { RunCounts } from './summary.js';

const program = fileURLToPath(new URL('under-clock/main.js', import.meta.url));

/** The tests to run, and their clocks. */
export interface RunsUnderClocks {
  readonly clocks: readonly FakedClock[];
  readonly suites: Suites;
  /** Passed on to jest. */
  readonly args: readonly string[];
  readonly env: NodeJS.ProcessEnv;
  /** Receives the clock of each run, or why a clock is unavailable. */
  readonly say: (line: string) => void;
}

/**
 * Runs the tests under each clock, one after another. A run that is impossible here counts as skipped, with the reason.
 */
export async function runUnderClocks({
  clocks,
  suites,
  args,
  env,
  say,
}: RunsUnderClocks): Promise<readonly RunCounts[]> {
  const missing = (because: string): readonly RunCounts[] => {
    for (const { startsAt, zone } of clocks) {
      say(`\nSKIPPED: the tests did not run at ${startsAt} in ${zone}. ${because}`);
    }
    return clocks.map(() => ({ passed: 0, failed: 0, skipped: 1 }));
  };
  const given = ['TEST_BACKENDS', 'REDIS_URL', 'MONGODB_URL'].filter(
    (name) => env[name] && env[name] !== 'local',
  );
  if (given.length > 0) {
    return missing(
      `The stores of ${given.join(' and ')} have a clock of their own: unset it to have some started.`,
    );
  }
  const faketime = await obtainFaketime(say);
  if (faketime.kind === 'missing') return missing(faketime.because);

  const runs: RunCounts[] = [];
  for (const clock of clocks) {
    say(`\nThe tests again, at ${clock.startsAt} in ${clock.zone}: ${clock.because}`);
    // A container would have a clock of its own.
    const local = { ...env, TEST_BACKENDS: 'local' };
    const faked = fakedEnvironment(local, faketime.library, clock, Date.now());
    runs.push(await runOnce(faked, [clock.startsAt, suites, ...args]));
  }
  return runs;
}

async function runOnce(env: NodeJS.ProcessEnv, args: readonly string[]): Promise<RunCounts> {
  const folder = mkdtempSync(join(tmpdir(), 'sluice-clock-'));
  const countsFile = join(folder, 'counts.json');
  const child = fork(program, [countsFile, ...args], { env, execArgv: [] });
  const stop = (): void => void child.kill('SIGTERM');
  process.once('exit', stop);
  try {
    await new Promise((resolve, reject) => child.once('exit', resolve).once('error', reject));
    return readCounts(countsFile);
  } finally {
    process.removeListener('exit', stop);
    rmSync(folder, { recursive: true, force: true });
  }
}

function readCounts(file: string): RunCounts {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as RunCounts;
  } catch {
    // The run itself has reported why it ended early.
    return { passed: 0, failed: 1, skipped: 0 };
  }
}
