/** The services that `npm run dev` restarts after a change. */
import { mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { serviceNames } from '@sluice/local';
import { changedServices, codeStamps } from '../src/dev/changed-services.js';

let root: string;
const LONG_AGO = 1_000;

function workspace(path: string, dependencies: string[]): void {
  const folder = join(root, path);
  mkdirSync(join(folder, 'dist'), { recursive: true });
  const named = Object.fromEntries(dependencies.map((name) => [`@sluice/${name}`, '0.2.0']));
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ dependencies: named }));
  compile(path, LONG_AGO);
}

function compile(path: string, atSeconds: number): void {
  const file = join(root, path, 'dist', 'main.js');
  writeFileSync(file, '');
  utimesSync(file, atSeconds, atSeconds);
}

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'sluice-dev-'));
  workspace('packages/contracts', []);
  workspace('packages/store', ['contracts']);
  workspace('packages/providers', ['contracts']);
  for (const name of serviceNames)
    workspace(`services/${name}`, name === 'delivery' ? ['store', 'providers'] : ['store']);
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

describe('the services affected by a change', () => {
  it.each([
    ['one service', 'services/routing', ['routing']],
    ['a package that one service uses', 'packages/providers', ['delivery']],
    ['a package that all services use through another', 'packages/contracts', [...serviceNames]],
  ])('are found for a change in %s', (_, path, expected) => {
    const before = codeStamps(root);
    expect(changedServices(before, codeStamps(root))).toEqual([]);
    compile(path, LONG_AGO + 1);
    expect(changedServices(before, codeStamps(root))).toEqual(expected);
  });
});
