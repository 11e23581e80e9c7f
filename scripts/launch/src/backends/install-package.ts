/** Installs a program from Debian's packages, as root on a machine with apt. */
import { spawn } from 'node:child_process';
import { accessSync, chmodSync, constants, existsSync } from 'node:fs';
import { join } from 'node:path';
import { Problem, projectRoot } from '@sluice/local';
import { findProgram } from './find-program.js';

/** Programs that the scripts of a package find before Debian's own, which would start a service. */
const NO_SERVICES = join(projectRoot, 'scripts', 'launch', 'no-services');
const STARTERS = ['invoke-rc.d', 'deb-systemd-invoke'];
const USUAL_PATH = '/usr/sbin:/usr/bin:/sbin:/bin';

/** Whether `installPackage` can be tried here: as root, with Debian's apt. */
export function canInstallPackages(): boolean {
  return (
    process.getuid?.() === 0 && existsSync('/etc/debian_version') && findProgram('apt-get') !== undefined
  );
}

/**
 * Installs a Debian package without letting it start a service of its own, and writes nothing but the package: whatever
 * interrupts it, nothing of ours stays on the machine.
 * @throws Problem if that fails, with `remedy` as the alternative
 */
export async function installPackage(name: string, remedy: string): Promise<void> {
  for (const starter of STARTERS) makeExecutable(join(NO_SERVICES, starter));
  await aptGet(['update'], remedy);
  // Debian starts a packaged service right after the installation, unless a file outside the project forbids it.
  const path = `${NO_SERVICES}:${USUAL_PATH}`;
  await aptGet(['-o', `DPkg::Path=${path}`, 'install', '-y', '--no-install-recommends', name], remedy);
}

// A copy of the project may have lost the mode of its files.
function makeExecutable(file: string): void {
  try {
    accessSync(file, constants.X_OK);
  } catch {
    chmodSync(file, 0o755);
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
