/** Guarantees of the bootstrap before anything is installed or built, tested on made-up projects. */
import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const scripts = fileURLToPath(new URL('..', import.meta.url));
const load = async <T>(file: string): Promise<T> => (await import(join(scripts, 'bootstrap', file))) as T;

let root: string;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'sluice-bootstrap-'));
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

function put(file: string, text: string): void {
  mkdirSync(dirname(join(root, file)), { recursive: true });
  writeFileSync(join(root, file), text);
}

describe('the fingerprint of the sources', () => {
  let fingerprint: () => string;
  beforeEach(async () => {
    const { sourceFingerprint } = await load<{ sourceFingerprint: (root: string) => string }>('build.mjs');
    fingerprint = () => sourceFingerprint(root);
    put('packages/a/tsconfig.build.json', '{}');
    put('packages/a/src/deep/x.ts', 'export {};');
  });

  it('is unchanged while no source changes', () => {
    expect(fingerprint()).toBe(fingerprint());
  });

  it.each([
    ['a source is edited', () => put('packages/a/src/deep/x.ts', 'export const y = 1;')],
    ['a source is added', () => put('packages/a/src/y.ts', '')],
    ['a source is deleted', () => rmSync(join(root, 'packages/a/src/deep/x.ts'))],
    ['a source is replaced by an older one', () => utimesSync(join(root, 'packages/a/src/deep/x.ts'), 1, 1)],
    ['a package.json appears', () => put('packages/a/package.json', '{}')],
    ['a workspace appears', () => put('services/b/tsconfig.build.json', '{}')],
    ['the shared compiler settings change', () => put('tsconfig.base.json', '{}')],
  ])('changes when %s', (_, change) => {
    const before = fingerprint();
    change();
    expect(fingerprint()).not.toBe(before);
  });

  it('ignores tests and build output, which are not compiled', () => {
    const before = fingerprint();
    put('packages/a/src/x.test.ts', '');
    put('packages/a/dist/x.js', '');
    expect(fingerprint()).toBe(before);
  });
});

describe('the check of an installation made by hand', () => {
  let installed: (lock: object) => boolean;
  beforeEach(async () => {
    const { installedByHand } = await load<{ installedByHand: (root: string, lock: string) => boolean }>(
      'dependencies.mjs',
    );
    installed = (packages) => installedByHand(root, JSON.stringify({ packages }));
  });
  const note = (packages: object): void =>
    put('node_modules/.package-lock.json', JSON.stringify({ packages }));

  it('accepts the installation where every required version is in place', () => {
    note({ 'node_modules/a': { version: '1.0.0' } });
    expect(installed({ '': {}, 'packages/x': {}, 'node_modules/a': { version: '1.0.0' } })).toBe(true);
  });

  it('reports another version, a missing package, and an incomplete installation', () => {
    expect(installed({ 'node_modules/a': { version: '1.0.0' } })).toBe(false);
    note({ 'node_modules/a': { version: '1.0.1' } });
    expect(installed({ 'node_modules/a': { version: '1.0.0' } })).toBe(false);
    expect(installed({ 'node_modules/b': { version: '1.0.0' } })).toBe(false);
  });

  it('ignores packages of other platforms', () => {
    note({});
    expect(installed({ 'node_modules/a-mac': { version: '1.0.0', optional: true } })).toBe(true);
  });
});

describe('the command line of the repository', () => {
  // A copy, so that no test can install or build in the project itself.
  beforeEach(() => {
    cpSync(join(scripts, 'bootstrap'), join(root, 'scripts', 'bootstrap'), { recursive: true });
    cpSync(join(scripts, 'bootstrap.mjs'), join(root, 'scripts', 'bootstrap.mjs'));
    put('scripts/src/hello.ts', '');
    put('package-lock.json', JSON.stringify({ packages: {} }));
  });
  const run = (...args: string[]) =>
    spawnSync(process.execPath, [join(root, 'scripts', 'bootstrap.mjs'), ...args], {
      encoding: 'utf8',
      env: { ...process.env, NODE_OPTIONS: '' },
    });

  it('lists its commands and exits with 2 on an unknown one', () => {
    const { status, stderr, stdout } = run('helo');
    expect([status, stdout]).toEqual([2, '']);
    expect(stderr).toBe('Unknown command "helo"; available commands: hello.\n');
  });

  it('lists its commands and exits with 2 when none is given', () => {
    expect(run()).toMatchObject({ status: 2, stderr: 'No command given; available commands: hello.\n' });
  });

  it('builds, then runs the command in the same process with its own arguments and no other output on stdout', () => {
    put('node_modules/.package-lock.json', JSON.stringify({ packages: {} }));
    put('scripts/tsconfig.build.json', '{}');
    // A stand-in for the compiler.
    put(
      'node_modules/@typescript/native/bin/tsc',
      `const fs = require('fs');
       console.log('compiling');
       fs.mkdirSync('scripts/dist', { recursive: true });
       fs.writeFileSync('scripts/dist/.tsbuildinfo', '');
       fs.writeFileSync('scripts/dist/hello.js', 'console.log(JSON.stringify(process.argv.slice(2)), process.ppid)');`,
    );
    put('scripts/package.json', '{"type":"module"}');

    const first = run('hello', 'a', '--b');
    expect(first).toMatchObject({ status: 0, stdout: `["a","--b"] ${process.pid}\n` });
    expect(first.stderr).toContain('compiling');

    const second = run('hello');
    expect(second).toMatchObject({ status: 0, stdout: `[] ${process.pid}\n`, stderr: '' });
  });

  it('builds the web app when a file of it changed or the words that it shares, and otherwise not', () => {
    put('node_modules/.package-lock.json', JSON.stringify({ packages: {} }));
    put('node_modules/@typescript/native/bin/tsc', '');
    put('scripts/dist/hello.js', '');
    put('services/dashboard/package.json', '{}');
    put('services/dashboard/web/src/main.tsx', '');
    put('packages/contracts/src/words.ts', '');
    // A stand-in for the bundler.
    put(
      'node_modules/vite/bin/vite.js',
      `const fs = require('fs');
       console.log(process.argv.slice(2, 4).join(' '));
       fs.mkdirSync('services/dashboard/dist/public', { recursive: true });
       fs.writeFileSync('services/dashboard/dist/public/index.html', '');`,
    );
    const built = () => run('hello').stderr.includes('build services/dashboard/web');
    expect([built(), built()]).toEqual([true, false]);
    put('services/dashboard/web/README.md', 'only read by people');
    expect(built()).toBe(false);
    put('services/dashboard/web/src/page.tsx', '');
    expect([built(), built()]).toEqual([true, false]);
    put('packages/contracts/src/words.ts', 'export const roles = [];');
    expect([built(), built()]).toEqual([true, false]);
    rmSync(join(root, 'services/dashboard/dist'), { recursive: true });
    expect([built(), built()]).toEqual([true, false]);
  });

  it('reports in one sentence that the build failed and exits with 1', () => {
    put('node_modules/.package-lock.json', JSON.stringify({ packages: {} }));
    put('scripts/tsconfig.build.json', '{}');
    put('node_modules/@typescript/native/bin/tsc', 'process.exit(1)');
    const { status, stderr } = run('hello');
    expect(status).toBe(1);
    expect(stderr).toMatch(/The build failed: fix the errors above and run the command again\.\n$/);
  });

  it('refuses an old Node in one sentence, before it loads code that such a Node cannot parse', () => {
    const source = readFileSync(join(scripts, 'bootstrap.mjs'), 'utf8');
    put('old.mjs', source.replace('process.versions.node.split', "'18.20.1'.split"));
    const { status, stderr } = spawnSync(process.execPath, [join(root, 'old.mjs')], { encoding: 'utf8' });
    expect(status).toBe(1);
    expect(stderr.trim().split('\n')).toHaveLength(1);
    expect(stderr).toContain('Sluice needs Node 20.19 or newer');
  });
});
