/** A run of the tests under a faked clock, which their stores and everything that they start have as well. */
import { execFileSync } from 'node:child_process';
import { Problem } from '@sluice/local';
import { fakedEnvironment, type FakedClock } from './faked-clock.js';
import { obtainFaketime } from './obtain-faketime.js';
import { runSuite, type SuiteRun } from './run-suite.js';
import type { RunCounts } from './summary.js';

/** How long a process may take to start on a busy machine. */
const STARTED_WITHIN_MS = 120_000;

/** Runs the tests under `clock`. A run that is impossible here counts as skipped; `say` receives the reason. */
export async function runUnderClock(
  clock: FakedClock,
  { suites, args = [], env = process.env }: SuiteRun,
  say: (line: string) => void = console.log,
): Promise<RunCounts> {
  const { startsAt, zone, because } = clock;
  const skipped = (reason: string): RunCounts => {
    say(`\nSKIPPED: the tests did not run at ${startsAt} in ${zone}. ${reason}`);
    return { passed: 0, failed: 0, skipped: 1 };
  };
  const given = ['TEST_BACKENDS', 'REDIS_URL', 'MONGODB_URL'].filter(
    (name) => env[name] && env[name] !== 'local',
  );
  if (given.length > 0)
    return skipped(
      `The stores of ${given.join(' and ')} have a clock of their own: unset it to have some started.`,
    );
  const faketime = await obtainFaketime(say);
  if (faketime.kind === 'missing') return skipped(faketime.because);

  say(`\nThe tests again, at ${startsAt} in ${zone}: ${because}`);
  // A container would have a clock of its own.
  const faked = fakedEnvironment({ ...env, TEST_BACKENDS: 'local' }, faketime.path, clock, Date.now());
  const shown = execFileSync(process.execPath, ['-p', 'Date.now()'], { env: faked, encoding: 'utf8' });
  if (!(Math.abs(Number(shown) - Date.parse(startsAt)) < STARTED_WITHIN_MS))
    throw new Problem(`The clock was not faked: it should show ${startsAt}.`);
  return runSuite({ suites, args, env: faked });
}
