/** Ctrl-C in the middle of a chaos run. */
import { descendantsOf, isAlive } from '@sluice/testing';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as pause } from 'node:timers/promises';
import { startChaos } from './chaos-run.js';

const ENDED_WITHIN_MS = 30_000;

let folder: string;
beforeEach(() => (folder = mkdtempSync(join(tmpdir(), 'sluice-interrupted-'))));
// An interrupted run leaves its logs.
afterEach(() => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }));

it('an interrupted chaos run leaves no process behind, not even the one that a fault has stopped', async () => {
  const args = ['--only', 'freeze-routing', '--seed', '1', '--minutes', '0.5', '--settle', '30'];
  const chaos = startChaos(args, { TMPDIR: folder });
  const exited = once(chaos, 'exit');
  for await (const line of createInterface(chaos.stderr)) if (line.includes('SIGSTOP routing')) break;
  const processes = descendantsOf(chaos.pid as number);
  expect(processes.length).toBeGreaterThan(10);

  chaos.kill('SIGINT');
  expect(await exited).toEqual([130, null]);
  const giveUpAt = performance.now() + ENDED_WITHIN_MS;
  while (processes.some(isAlive) && performance.now() < giveUpAt) await pause(100);
  const left = processes.filter(isAlive);
  for (const pid of left) process.kill(pid, 'SIGKILL');
  expect(left).toEqual([]);
}, 180_000);
