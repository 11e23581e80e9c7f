/** A run whose faked clock is unavailable is reported, and does not count as passed. */
import { fakedClocks } from './faked-clock.js';
import { summarize } from './summary.js';
import { runUnderClock } from './under-clock.js';

it.each(fakedClocks)(
  'a test run at $startsAt is reported as skipped with the reason when external stores are configured',
  async (clock) => {
    const said: string[] = [];
    const env = { MONGODB_URL: 'mongodb://127.0.0.1:9' };
    const run = await runUnderClock(clock, { suites: 'usual', env }, (line) => said.push(line));
    expect(summarize(run)).toEqual({ line: '0 passed, 0 failed, 1 skipped', exitCode: 1 });
    expect(said[0]).toContain(`SKIPPED: the tests did not run at ${clock.startsAt}`);
    expect(said[0]).toContain('MONGODB_URL have a clock of their own: unset it');
  },
);
