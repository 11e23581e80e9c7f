// Builds the web app if one of its source files has changed since its last good build.
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { runChild } from './run-child.mjs';

const WEB = join('services', 'dashboard', 'web');
const BUILT = join('services', 'dashboard', 'dist', 'public', 'index.html');

/** Makes the built web app match its sources; rejects with one sentence if it cannot be built. */
export async function buildWebWhenStale(root) {
  if (!existsSync(join(root, WEB))) return;
  const stamp = join(root, 'node_modules', '.cache', 'sluice', 'web-built');
  const fingerprint = webFingerprint(root);
  if (existsSync(join(root, BUILT)) && existsSync(stamp) && readFileSync(stamp, 'utf8') === fingerprint)
    return;

  rmSync(stamp, { force: true });
  const vite = join(root, 'node_modules', 'vite', 'bin', 'vite.js');
  const args = [vite, 'build', WEB, '--logLevel', 'warn'];
  const code = await runChild(process.execPath, args, { cwd: root });
  if (code !== 0)
    throw new Error(
      "The dashboard's web app could not be built: fix the errors above and run the command again.",
    );
  mkdirSync(dirname(stamp), { recursive: true });
  writeFileSync(stamp, fingerprint);
}

/**
 * A string that changes with every file of the web app, with the words of contracts, and with every version of the
 * packages it is built from.
 */
export function webFingerprint(root) {
  const hash = createHash('sha256');
  const add = (file) => {
    const { mtimeMs, size } = statSync(file);
    hash.update(`${file.slice(root.length)} ${mtimeMs} ${size}\n`);
  };
  add(join(root, 'services', 'dashboard', 'package.json'));
  add(join(root, 'packages', 'contracts', 'src', 'words.ts'));
  const files = readdirSync(join(root, WEB), { recursive: true, withFileTypes: true });
  for (const entry of files) {
    if (entry.isFile() && !/\.(md|test\.tsx?)$/.test(entry.name))
      add(join(entry.parentPath ?? entry.path, entry.name));
  }
  return hash.digest('hex');
}
