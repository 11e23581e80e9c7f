/** Gets a program from Debian's packages, for root on a machine that has apt. */
import { spawn } from 'node:child_process';
import { existsSync, rmSync, writeFileSync } from 'node:fs';
import { Problem } from '@sluice/local';
import { findProgram } from './find-program.js';

const POLICY_FILE = '/usr/sbin/policy-rc.d';

/** Whether `installPackage` can be tried here: root, and Debian's apt at hand. */
export function canInstallPackages(): boolean {
  return (
    process.getuid?.() === 0 && existsSync('/etc/debian_version') && findProgram('apt-get') !== undefined
  );
}

/**
 * Installs a package of Debian's without letting it start a service of its own.
 * @throws Problem when that fails, with `remedy` as what to do instead
 */
export async function installPackage(name: string, remedy: string): Promise<void> {
  // Debian starts a packaged service right after its install unless this file forbids it; containers often have one already.
  const ours = !existsSync(POLICY_FILE);
  if (ours) writeFileSync(POLICY_FILE, '#!/bin/sh\nexit 101\n', { mode: 0o755 });
  try {
    await aptGet(['update'], remedy);
    await aptGet(['install', '-y', '--no-install-recommends', name], remedy);
  } finally {
    if (ours) rmSync(POLICY_FILE, { force: true });
  }
}

function aptGet(args: readonly string[], remedy: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const child = spawn('apt-get', args, {
      env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let output = '';
    const keep = (text: Buffer): void => {
      output = (output + text.toString()).slice(-4_000);
    };
    child.stdout.on('data', keep);
    child.stderr.on('data', keep);
    // A start that is broken off must not leave an install running behind it.
    const endWithUs = (): void => void child.kill('SIGTERM');
    process.once('exit', endWithUs);
    child.on('error', reject);
    child.on('exit', (code) => {
      process.removeListener('exit', endWithUs);
      if (code === 0) return resolve();
      const lastLine = output.trim().split('\n').at(-1) ?? 'no output';
      reject(new Problem(`"apt-get ${args.join(' ')}" failed with "${lastLine}": ${remedy}.`));
    });
  });
}
