import { transformFileSync } from '@swc/core';
import { spawn, spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { setTimeout as pause } from 'node:timers/promises';
import { armFailpoint, failpoint, failpointProblem, isSkipped } from './failpoint.js';
import { readConfig } from './config/config.js';
import { processFragment } from './config/fragments.js';

const { code } = transformFileSync(fileURLToPath(new URL('failpoint.ts', import.meta.url)), {
  jsc: { parser: { syntax: 'typescript' }, target: 'es2022' },
});

// The process that ends must not be the one that runs the tests.
function runsBeforeItsEnd(spec: string, ids: readonly string[]) {
  const program = `${code}
    armFailpoint(${JSON.stringify(spec)});
    for (const id of ${JSON.stringify(ids)}) { failpoint('before-write', { leadId: id }); process.stdout.write('.'); }`;
  const { signal, stdout } = spawnSync(process.execPath, ['--input-type=module', '-e', program]);
  return { signal, runs: stdout.toString().length };
}

describe('a failpoint', () => {
  it.each([
    ['before-write', ['a', 'b'], { signal: 'SIGKILL', runs: 0 }],
    ['before-write:2', ['a', 'b', 'c'], { signal: 'SIGKILL', runs: 1 }],
    ['before-write@c', ['a', 'b', 'c'], { signal: 'SIGKILL', runs: 2 }],
    ['before-write:2@a', ['a', 'b', 'a'], { signal: 'SIGKILL', runs: 2 }],
    ['before-write@z', ['a', 'b'], { signal: null, runs: 2 }],
    ['after-end', ['a', 'b'], { signal: null, runs: 2 }],
    ['', ['a', 'b'], { signal: null, runs: 2 }],
  ])('with the spec %j kills the process at its line and nowhere else', (spec, ids, expected) => {
    expect(runsBeforeItsEnd(spec, ids)).toEqual(expected);
  });
});

it('a failpoint that stops its process lets it continue on SIGCONT', async () => {
  const program = `${code}
    armFailpoint('stop:before-write:2,after-end');
    for (const n of [1, 2, 3]) { failpoint('before-write'); process.stdout.write(String(n)); }
    setTimeout(() => failpoint('after-end'), 50);`;
  const child = spawn(process.execPath, ['--input-type=module', '-e', program], { stdio: 'pipe' });
  const ended = new Promise((resolve) => child.once('exit', (_code, signal) => resolve(signal)));
  let said = '';
  child.stdout.on('data', (data: Buffer) => (said += data.toString()));
  while (!said.includes('stops')) await pause(20);
  await pause(300);
  expect(said).toMatch(/^1\{"message":"stops at a failpoint".*\}\n$/);
  child.kill('SIGCONT');
  expect(await ended).toBe('SIGKILL');
  expect(said).toMatch(/\n23$/);
}, 30_000);

it('a step is left out if FAILPOINT says so', () => {
  armFailpoint('stop:after-load,skip:sweep');
  expect([isSkipped('sweep'), isSkipped('write-once')]).toEqual([true, false]);
  armFailpoint(undefined);
  expect(isSkipped('sweep')).toBe(false);
});

describe('a failpoint that hangs', () => {
  it('never settles on the run that it names, and settles on every other one', async () => {
    const outcomeOfRun = async (leadId: string) =>
      Promise.race([
        Promise.resolve(failpoint('before-write', { leadId })).then(() => 'goes on'),
        pause(100, 'waits'),
      ]);
    armFailpoint('hang:before-write:2@a');
    expect(await outcomeOfRun('b')).toBe('goes on');
    expect(await outcomeOfRun('a')).toBe('goes on');
    expect(await outcomeOfRun('a')).toBe('waits');
    expect(await outcomeOfRun('a')).toBe('goes on');
    armFailpoint(undefined);
  });
});

describe('FAILPOINT', () => {
  const read = (env: Record<string, string>) => readConfig({ ...processFragment }, env);

  it('is refused in production, which is the default of NODE_ENV', () => {
    expect(() => read({ FAILPOINT: 'before-write' })).toThrow(/FAILPOINT: .*production/);
    expect(() => read({ FAILPOINT: 'before-write', NODE_ENV: 'production' })).toThrow(/production/);
    expect(read({ FAILPOINT: 'before-write:3', NODE_ENV: 'test' }).FAILPOINT).toBe('before-write:3');
  });

  it('is refused when it names no failpoint', () => {
    expect(failpointProblem('no-such-line')).toMatch(/knows no no-such-line/);
    expect(() => read({ FAILPOINT: 'before-write:0', NODE_ENV: 'test' })).toThrow(/must read/);
    expect(failpointProblem('after-write-before-enqueue:12@lead_1')).toBeUndefined();
    expect(failpointProblem('hang:after-write-before-enqueue:12@lead_1')).toBeUndefined();
    expect(failpointProblem('hang:no-such-line')).toMatch(/knows no no-such-line/);
    expect(failpointProblem('stop:after-load,skip:sweep')).toBeUndefined();
    expect(failpointProblem('stop:after-load,skip:after-load')).toMatch(/knows no after-load, only sweep/);
    expect(failpointProblem('sweep')).toMatch(/knows no sweep/);
  });
});
