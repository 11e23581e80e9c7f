/** Installs a program from Debian's packages, as root on a machine with apt. */
import { spawn } from 'node:child_process';
import { existsSync, rmSync, writeFileSync } from 'node:fs';
import { Problem } from '@sluice/local';
import { findProgram } from './find-program.js';

const POLICY_FILE = '/usr/sbin/policy-rc.d';

/** Whether `installPackage` can be tried here: as root, with Debian's apt. */
export function canInstallPackages(): boolean {
  return (
    process.getuid?.() === 0 && existsSync('/etc/debian_version') && findProgram('apt-get') !== undefined
  );
}

/**
 * Installs a Debian package without letting it start a service of its own.
 * @throws Problem if that fails, with `remedy` as the alternative
 */
export async function installPackage(name: string, remedy: string): Promise<void> {
  // Unless this file forbids it, Debian starts a packaged service right after the installation; containers often have
  // the file already.
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
    // An interrupted start must not leave an installation running.
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
