/**
 * `npm run chaos`: plays faults on a whole installation and reports broken promises. The run itself is a process of the
 * chaos package; this file only prepares the machine.
 */
import { spawn } from 'node:child_process';
import { canInstallPackages, findProgram, installPackage } from '@sluice/launch';
import { Problem, programPath, report } from '@sluice/local';

try {
  await haveRedis();
  process.exitCode = await run(process.argv.slice(2));
} catch (error) {
  report(error);
}

// The run kills, pauses and empties its Redis, so it never uses a given one.
async function haveRedis(): Promise<void> {
  if (findProgram('redis-server') !== undefined) return;
  if (canInstallPackages()) await installPackage('redis-server', 'install redis-server yourself');
  if (findProgram('redis-server') === undefined)
    throw new Problem('A chaos run starts its own Redis: install redis-server on PATH.');
}

function run(args: readonly string[]): Promise<number> {
  const child = spawn(process.execPath, [programPath('chaos'), ...args], { stdio: 'inherit' });
  // Ctrl-C reaches the run directly; this process waits to pass on its exit code.
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => child.kill(signal));
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('exit', (code) => resolve(code ?? 1));
  });
}
