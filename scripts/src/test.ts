/**
 * `npm test`: the usual suites on real stores, with `N passed, M failed` as the last line. `--long` runs the long ones
 * instead, two at a time, and then those that need the machine alone; `--nightly` the rest: the nightly suites, the tests
 * of queues on a Redis Cluster, and the usual and dated ones under each faked clock. With paths, both run these suites,
 * of whatever kind. `--at INSTANT` runs the tests at another time, in the zone of TZ.
 */
import { Problem, report } from '@sluice/local';
import { fakedClocks, type FakedClock } from './test/faked-clock.js';
import { endOnSignals, runSuite, type Suites } from './test/run-suite.js';
import { summarize, type RunCounts } from './test/summary.js';
import { runUnderClocks } from './test/under-clock.js';

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
  const args = given.filter((arg) => arg !== '--long' && arg !== '--nightly');
  const at = args.indexOf('--at');
  if (at >= 0) {
    const paths = args.toSpliced(at, 2);
    return underClocks([clockAt(args[at + 1])], paths.length > 0 ? 'any' : 'usual', paths);
  }
  if (args.length === given.length) return [await runSuite(args, 'usual')];
  if (args.length > 0) return [await runSuite(args, 'any')];
  if (given.includes('--long'))
    return [await runSuite(['-w', '2'], 'long'), await runSuite(['-w', '1'], 'alone')];
  return [
    await runSuite(['-w', '1'], 'nightly'),
    await onCluster(),
    ...(await underClocks(fakedClocks, 'usual')),
    ...(await underClocks(fakedClocks, 'dated')),
  ];
}

function onCluster(): Promise<RunCounts> {
  console.log('\nThe tests of queues again, each file on a Redis Cluster of three masters');
  return runSuite(queueSuites, 'usual', { TEST_REDIS: 'cluster' });
}

function underClocks(clocks: readonly FakedClock[], suites: Suites, args: readonly string[] = []) {
  return runUnderClocks({ clocks, suites, args, env: process.env, say: (line) => console.log(line) });
}

function clockAt(startsAt = '') {
  if (Number.isNaN(Date.parse(startsAt))) {
    throw new Problem('--at needs an instant, for example --at 2027-10-31T00:30:00Z.', 2);
  }
  return { startsAt, zone: process.env['TZ'] || 'UTC', because: 'as asked' };
}
