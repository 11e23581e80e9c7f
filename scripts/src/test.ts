/**
 * `npm test`: every test on real stores, with `N passed, M failed` as the last line. `--long` adds the long suites.
 * Unless paths select tests, it also runs the pipeline's tests again on a Redis Cluster, and all tests but most long
 * suites under each faked clock. `--at INSTANT` runs the tests at another time instead, in the zone of TZ.
 */
import { Problem, report } from '@sluice/local';
import { fakedClocks, type FakedClock } from './test/faked-clock.js';
import { endOnSignals, runSuite } from './test/run-suite.js';
import { summarize, type RunCounts } from './test/summary.js';
import { runUnderClocks } from './test/under-clock.js';

// Both lists stand before the program, which runs while this module is evaluated.

/** The suites that use queues. */
const pipelineSuites = ['packages/(pipeline|queue)/test/', 'services/(routing|delivery|sms)/test/'];
/** The long suites whose outcome could depend on the time of day or the date. */
const timeOfDaySuites = ['test/decisions/opening-hours', 'test/(backup|upgrade|dashboard-at-work).long'];

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
  const at = given.indexOf('--at');
  if (at >= 0) return underClocks([clockAt(given[at + 1])], given.toSpliced(at, 2));
  const long = given.includes('--long');
  const args = given.filter((arg) => arg !== '--long');
  const now = await runSuite(args, long);
  if (!long || args.length > 0) return [now];
  return [
    now,
    await onCluster(),
    ...(await underClocks(fakedClocks, args)),
    ...(await underClocks(fakedClocks, ['--long', ...timeOfDaySuites])),
  ];
}

function onCluster(): Promise<RunCounts> {
  console.log('\nThe tests of the pipeline again, each file on a Redis Cluster of three masters');
  return runSuite(pipelineSuites, false, { TEST_REDIS: 'cluster' });
}

function underClocks(clocks: readonly FakedClock[], args: readonly string[]) {
  return runUnderClocks({ clocks, args, env: process.env, say: (line) => console.log(line) });
}

function clockAt(startsAt = '') {
  if (Number.isNaN(Date.parse(startsAt))) {
    throw new Problem('--at needs an instant, for example --at 2027-10-31T00:30:00Z.', 2);
  }
  return { startsAt, zone: process.env['TZ'] || 'UTC', because: 'as asked' };
}
