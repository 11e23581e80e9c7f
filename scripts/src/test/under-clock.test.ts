/** A run whose faked clock is unavailable is reported, and does not count as passed. */
import { fakedClocks } from './faked-clock.js';
import { summarize } from './summary.js';
import { runUnderClocks } from './under-clock.js';

it('a test run with a faked clock is reported as skipped with the reason when external stores are configured', async () => {
  const said: string[] = [];
  const runs = await runUnderClocks({
    clocks: fakedClocks,
    suites: 'usual',
    args: [],
    env: { MONGODB_URL: 'mongodb://127.0.0.1:9' },
    say: (line) => said.push(line),
  });
  expect(summarize(...runs)).toEqual({ line: '0 passed, 0 failed, 2 skipped', exitCode: 1 });
  for (const [n, { startsAt }] of fakedClocks.entries()) {
    expect(said[n]).toContain(`SKIPPED: the tests did not run at ${startsAt}`);
    expect(said[n]).toContain('MONGODB_URL have a clock of their own: unset it');
  }
});
