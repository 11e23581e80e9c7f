/** `npm test` with paths, as it is called. */
import { spawnSync } from 'node:child_process';
import { projectRoot } from '@sluice/local';

const quick = 'packages/concurrency/src/group-by.test.ts';
const alone = 'packages/store/test/replaced-client.alone.test.ts';

function npmTest(...args: string[]) {
  const { JEST_WORKER_ID: _, NODE_OPTIONS: __, TEST_SUITES: ___, ...env } = process.env;
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    ['scripts/bootstrap.mjs', 'test', ...args],
    // With turns of its own, because the file that waits for it has one.
    { cwd: projectRoot, env: { ...env, TEST_TURNS_FROM_PORT: '31330' }, encoding: 'utf8', timeout: 120_000 },
  );
  const ran = [...stderr.matchAll(/^(?:PASS|FAIL) (\S+)/gm)].map(([, file]) => file);
  return { status, ran, stderr, lastLine: stdout.trimEnd().split('\n').at(-1) };
}

it('npm test runs the suites that its paths name, whatever their kind, and the tests that -t names', () => {
  expect(npmTest(alone, quick, '-t', 'empty list|a batched read')).toMatchObject({
    status: 0,
    ran: [quick, alone],
    lastLine: expect.stringMatching(/^2 passed, 0 failed/) as string,
  });
}, 150_000);

it('npm test refuses a path that no suite matches, and runs nothing', () => {
  const { status, ran, stderr } = npmTest(quick, 'packages/nothing');
  expect([status, ran]).toEqual([2, []]);
  expect(stderr).toMatch(/No test suite matches packages\/nothing\.\n$/);
}, 150_000);
