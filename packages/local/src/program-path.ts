/** The path of a workspace's program, according to its package.json. */
import { readdirSync, statSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { projectRoot } from './project-root.js';

const require = createRequire(import.meta.url);

/** The compiled program that workspace `@sluice/<name>` exports as its `./main`. Throws if it exports none. */
export function programPath(name: string): string {
  return require.resolve(`@sluice/${name}/main`);
}

/**
 * The same program bundled into a few files by the last build (`scripts/bootstrap/bundle.mjs`), which starts in a third
 * of the time; `programPath` if there is no bundle, or if the compiler has written since. A process with hooks that
 * change modules as they are loaded needs `programPath`.
 */
export function quickProgramPath(name: string): string {
  const joined = join(projectRoot, 'node_modules', '.cache', 'sluice', 'programs', `${name}.mjs`);
  const joinedMs = writtenMs(joined);
  return joinedMs !== undefined && joinedMs >= compiledMs() ? joined : programPath(name);
}

/** When the compiler last wrote a file. */
function compiledMs(): number {
  const workspaces = ['packages', 'services'].flatMap((parent) =>
    readdirSync(join(projectRoot, parent)).map((name) => join(projectRoot, parent, name)),
  );
  return Math.max(...workspaces.map((folder) => writtenMs(join(folder, 'dist', '.tsbuildinfo')) ?? 0));
}

function writtenMs(file: string): number | undefined {
  return statSync(file, { throwIfNoEntry: false })?.mtimeMs;
}
