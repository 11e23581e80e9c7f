/** Signals to `npm test` in the middle of a run. */
import { projectRoot } from '@sluice/local';
import { descendantsOf, isAlive } from '@sluice/testing';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';

// Their installations run for some 20 s. Jest starts workers only for several files.
const someTests = ['test/decisions/routing.test.ts', 'test/decisions/qualification.test.ts'];
const ENDED_WITHIN_MS = 30_000;

let folder: string;
beforeEach(() => (folder = mkdtempSync(join(tmpdir(), 'sluice-interrupted-'))));
afterEach(() => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }));

const foldersOf = (prefix: string) => readdirSync(folder).filter((name) => name.startsWith(prefix));

async function within(ms: number, holds: () => boolean): Promise<boolean> {
  for (const giveUpAt = performance.now() + ms; !holds(); await pause(100))
    if (performance.now() > giveUpAt) return false;
  return true;
}

it('npm test that gets SIGTERM several times ends its tests, its stores and their installations, and removes their data', async () => {
  const { JEST_WORKER_ID: _, NODE_OPTIONS: __, ...env } = process.env;
  const run = spawn(process.execPath, ['scripts/bootstrap.mjs', 'test', ...someTests], {
    cwd: projectRoot,
    // With turns of its own, because the file that waits for it has one.
    env: { ...env, TMPDIR: folder, TEST_SUITES: '', TEST_TURNS_FROM_PORT: '31320' },
    stdio: 'ignore',
  });
  const exited = once(run, 'exit');
  expect(await within(90_000, () => foldersOf('sluice-installation-').length > 0)).toBe(true);
  // The installation's services start one after another.
  await pause(2_000);
  const processes = descendantsOf(run.pid as number);
  expect(processes.length).toBeGreaterThan(5);

  for (let n = 0; n < 3; n += 1) run.kill('SIGTERM');
  expect(await exited).toEqual([143, null]);
  await within(ENDED_WITHIN_MS, () => !processes.some(isAlive));
  const left = processes.filter(isAlive);
  for (const pid of left) process.kill(pid, 'SIGKILL');
  expect(left).toEqual([]);
  expect(foldersOf('sluice-test-')).toEqual([]);
}, 240_000);
