/**
 * `npm run chaos`: plays faults on a whole installation and says whether a promise was broken. The run itself is a
 * process of its own room; here only what it needs of the machine is seen to.
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

// The run kills, pauses and empties its Redis, so it never takes one that is given.
async function haveRedis(): Promise<void> {
  if (findProgram('redis-server') !== undefined) return;
  if (canInstallPackages()) await installPackage('redis-server', 'install redis-server yourself');
  if (findProgram('redis-server') === undefined)
    throw new Problem('A chaos run starts a Redis of its own: install redis-server so that it is on PATH.');
}

function run(args: readonly string[]): Promise<number> {
  const child = spawn(process.execPath, [programPath('chaos'), ...args], { stdio: 'inherit' });
  // Ctrl-C reaches the run by itself; this process stays to pass its exit code on.
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => child.kill(signal));
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('exit', (code) => resolve(code ?? 1));
  });
}
