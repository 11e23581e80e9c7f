// Installs the packages in package-lock.json if they are missing or the file has changed since the last installation.
import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { runChild } from './run-child.mjs';

/** Makes node_modules match package-lock.json; silent and done within milliseconds if it already does. */
export async function installWhenNeeded(root) {
  const lockText = readFileSync(join(root, 'package-lock.json'), 'utf8');
  const wanted = createHash('sha256').update(lockText).digest('hex');
  // Inside node_modules, so that deleting that folder also deletes the stamp.
  const stamp = join(root, 'node_modules', '.sluice-installed');
  if (read(stamp) === wanted) return;

  if (!installedByHand(root, lockText)) {
    console.error('Installing dependencies (once; about a minute)…');
    const npm = npmCommand();
    const code = await runChild(
      npm.command,
      [...npm.args, 'ci', '--include=dev', '--no-audit', '--no-fund'],
      {
        cwd: root,
      },
    ).catch((error) => {
      if (error.code === 'ENOENT') throw new Error('npm was not found: install it with Node and try again.');
      throw error;
    });
    if (code !== 0) {
      throw new Error(
        'The dependencies could not be installed: fix the npm error above (often the network) and run the command again.',
      );
    }
  }
  writeFileSync(stamp, wanted);
}

/** Whether a manual `npm install` has already installed exactly these versions, according to npm's own record. */
export function installedByHand(root, lockText) {
  const note = read(join(root, 'node_modules', '.package-lock.json'));
  if (note === undefined) return false;
  const installed = JSON.parse(note).packages ?? {};
  return Object.entries(JSON.parse(lockText).packages).every(([path, wanted]) => {
    if (!path.includes('node_modules/')) return true;
    const found = installed[path];
    // npm omits optional packages of other platforms.
    if (found === undefined)
      return wanted.optional === true || wanted.devOptional === true || wanted.peer === true;
    return found.version === wanted.version && found.link === wanted.link;
  });
}

function npmCommand() {
  const script = process.env.npm_execpath;
  return script !== undefined && basename(script) === 'npm-cli.js'
    ? { command: process.execPath, args: [script] }
    : { command: 'npm', args: [] };
}

function read(file) {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return undefined;
  }
}
