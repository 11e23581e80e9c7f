// Compiles the workspaces if a source has changed since the last good build, which is detected without starting the
// compiler.
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { bundleFolder, bundlePrograms } from './bundle.mjs';
import { runChild } from './run-child.mjs';

// The compiler settings of a workspace's build; its tsconfig.json, if it has one, is what editors and the linter read.
const BUILD_SETTINGS = 'tsconfig.build.json';

/** Makes every `dist` match its sources; rejects with one sentence if they do not compile. */
export async function buildWhenStale(root) {
  const stamp = join(root, 'node_modules', '.cache', 'sluice', 'built');
  // Taken before the compiler runs: an edit made meanwhile must count as newer than this build.
  const fingerprint = sourceFingerprint(root);
  if (isFresh(root, stamp, fingerprint)) return;

  console.error(
    existsSync(stamp) ? 'Building what changed…' : 'Building (the first time takes about half a minute)…',
  );
  rmSync(stamp, { force: true });
  const compiler = join(root, 'node_modules', '@typescript', 'native', 'bin', 'tsc');
  const code = await runChild(process.execPath, [compiler, '-b', BUILD_SETTINGS], { cwd: root });
  if (code !== 0) throw new Error('The build failed: fix the errors above and run the command again.');
  await bundlePrograms(root);
  mkdirSync(dirname(stamp), { recursive: true });
  writeFileSync(stamp, fingerprint);
}

function isFresh(root, stamp, fingerprint) {
  return (
    existsSync(stamp) &&
    existsSync(bundleFolder(root)) &&
    readFileSync(stamp, 'utf8') === fingerprint &&
    // The stamp alone is not enough, because a `dist` may have been deleted by hand.
    workspaceFolders(root).every((folder) => existsSync(join(folder, 'dist', '.tsbuildinfo')))
  );
}

/** A string that changes whenever a source, a package.json or a tsconfig is edited, added, renamed or deleted. */
export function sourceFingerprint(root) {
  const hash = createHash('sha256');
  const add = (file) => {
    const { mtimeMs, size } = statSync(file);
    hash.update(`${file.slice(root.length)} ${mtimeMs} ${size}\n`);
  };
  const bundler = join('scripts', 'bootstrap', 'bundle.mjs');
  for (const file of [BUILD_SETTINGS, 'tsconfig.base.json', bundler])
    if (existsSync(join(root, file))) add(join(root, file));
  for (const folder of workspaceFolders(root)) {
    for (const file of ['package.json', BUILD_SETTINGS])
      if (existsSync(join(folder, file))) add(join(folder, file));
    const source = join(folder, 'src');
    if (!existsSync(source)) continue;
    for (const entry of readdirSync(source, { recursive: true, withFileTypes: true })) {
      if (entry.isFile() && !entry.name.endsWith('.test.ts'))
        add(join(entry.parentPath ?? entry.path, entry.name));
    }
  }
  return hash.digest('hex');
}

/** The folders of all compiled workspaces, in a fixed order. */
function workspaceFolders(root) {
  const inside = (parent) =>
    existsSync(join(root, parent))
      ? readdirSync(join(root, parent)).map((name) => join(root, parent, name))
      : [];
  return [...inside('packages'), ...inside('services'), ...inside('scripts'), join(root, 'scripts')]
    .filter((folder) => existsSync(join(folder, BUILD_SETTINGS)))
    .sort();
}
