/** The process that runs the tests under a faked clock: `main.js COUNTS_FILE STARTS_AT SUITES [jest's arguments]`. */
import { writeFileSync } from 'node:fs';
import { Problem, report } from '@sluice/local';
import { endOnSignals, runSuite, type Suites } from '../run-suite.js';
import { summarize } from '../summary.js';

/** How long a process may take to start on a busy machine. */
const STARTED_WITHIN_MS = 120_000;

const [countsFile = '', startsAt = '', suites, ...args] = process.argv.slice(2);
try {
  const now = new Date();
  console.log(`The clock shows ${now.toISOString()}, here ${now.toString()}.`);
  if (!(Math.abs(now.getTime() - Date.parse(startsAt)) < STARTED_WITHIN_MS)) {
    throw new Problem(`The clock was not faked: it should show ${startsAt}.`);
  }
  endOnSignals();
  process.once('disconnect', () => process.exit(1));
  // The given paths may select only suites that are too long to run again.
  const counts = await runSuite(['--passWithNoTests', ...args], suites as Suites);
  writeFileSync(countsFile, JSON.stringify(counts));
  console.log(`${summarize(counts).line} at ${startsAt}`);
} catch (error) {
  report(error);
}
process.exit();
