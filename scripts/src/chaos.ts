/**
 * `npm run chaos`: plays faults on a whole installation and says whether a promise was broken. The run itself is a
 * process of the testing room; here only what it needs of the machine is seen to.
 */
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { findProgram } from './backends/find-program.js';
import { canInstallPackages, installPackage } from './backends/install-package.js';
import { projectRoot } from './project/root.js';
import { Problem, report } from './terminal/problem.js';

try {
  await haveRedis();
  process.exitCode = await run(process.argv.slice(2));
} catch (error) {
  report(error);
}

// The run kills, pauses and empties its Redis, so it never takes one that is given.
async function haveRedis(): Promise<void> {
  if (findProgram('redis-server') !== undefined) return;
  if (canInstallPackages()) await installPackage('redis-server', 'install redis-server yourself');
  if (findProgram('redis-server') === undefined)
    throw new Problem('A chaos run starts a Redis of its own: install redis-server so that it is on PATH.');
}

function run(args: readonly string[]): Promise<number> {
  const main = join(projectRoot, 'packages', 'testing', 'dist', 'chaos', 'main.js');
  const child = spawn(process.execPath, [main, ...args], { stdio: 'inherit' });
  // Ctrl-C reaches the run by itself; this process stays to pass its exit code on.
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => child.kill(signal));
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('exit', (code) => resolve(code ?? 1));
  });
}
