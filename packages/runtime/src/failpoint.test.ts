import { transformFileSync } from '@swc/core';
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { setTimeout as pause } from 'node:timers/promises';
import { armFailpoint, failpoint, failpointProblem } from './failpoint.js';
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
  });
});
