/**
 * `npm test`: the usual suites on real stores, with `N passed, M failed` as the last line. `--long` runs the long ones
 * instead, two at a time, and then those that need the machine alone; `--nightly` the rest: the nightly suites, the tests
 * of queues on a Redis Cluster, and the usual and dated ones under each faked clock. With paths, it runs their suites of
 * every kind, one kind after another, or of the kind that `--usual`, `--long` or `--nightly` names. `--long --shard=1/4`
 * runs the first of four parts of the long suites. `--at INSTANT` runs the tests at another time, in the zone of TZ.
 */
import { Problem, report } from '@sluice/local';
import { chooseSuites } from './test/chosen-suites.js';
import { fakedClocks } from './test/faked-clock.js';
import { endOnSignals } from './test/run-jest.js';
import { runSuite, type SuiteRun } from './test/run-suite.js';
import { summarize, type RunCounts } from './test/summary.js';
import { runUnderClock } from './test/under-clock.js';

// Stands before the program, which runs while this module is evaluated.
/** The suites that use queues. */
const queueSuites = [
  'packages/(pipeline|queue)/test/',
  'services/(qualification|routing|delivery|sms)/test/',
];

try {
  endOnSignals();
  const { line, exitCode } = summarize(...(await runTests(process.argv.slice(2))));
  console.log(line);
  process.exitCode = exitCode;
} catch (error) {
  report(error);
}
process.exit();

async function runTests(given: readonly string[]): Promise<readonly RunCounts[]> {
  if (given.join() === '--nightly') return runNight();
  const at = given.indexOf('--at');
  const { kinds, args } = await chooseSuites(at < 0 ? given : given.toSpliced(at, 2));
  const run = at < 0 ? runSuite : runnerAt(given[at + 1]);
  const runs: RunCounts[] = [];
  for (const suites of kinds) runs.push(await run({ suites, args }));
  return runs;
}

async function runNight(): Promise<readonly RunCounts[]> {
  const runs = [await runSuite({ suites: 'nightly' }), await runOnCluster()];
  for (const suites of ['usual', 'dated'] as const)
    for (const clock of fakedClocks) runs.push(await runUnderClock(clock, { suites }));
  return runs;
}

function runOnCluster(): Promise<RunCounts> {
  console.log('\nThe tests of queues again, each file on a Redis Cluster of three masters');
  return runSuite({ suites: 'usual', args: queueSuites, env: { ...process.env, TEST_REDIS: 'cluster' } });
}

function runnerAt(startsAt = ''): (run: SuiteRun) => Promise<RunCounts> {
  if (Number.isNaN(Date.parse(startsAt)))
    throw new Problem('--at needs an instant, for example --at 2027-10-31T00:30:00Z.', 2);
  const clock = { startsAt, zone: process.env['TZ'] || 'UTC', because: 'as asked' };
  return (run) => runUnderClock(clock, run);
}
