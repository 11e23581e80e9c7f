/** The paths of the programs that the tools start. */
import { readdirSync, statSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { Problem } from '@sluice/contracts';
import { projectRoot } from './project-root.js';

const require = createRequire(import.meta.url);

/** The compiled program that workspace `@sluice/<name>` exports as its `./main`. Throws if it exports none. */
export function programPath(name: string): string {
  return require.resolve(`@sluice/${name}/main`);
}

/**
 * A program of the artefact (`scripts/bootstrap/bundle.mjs`): `sluice`, which also starts services, or one of its parts
 * by itself. @throws Problem if the artefact was not built, or if the compiler has written since
 */
export function artefactPath(name: string): string {
  const file = join(projectRoot, 'dist', `${name}.mjs`);
  const builtMs = writtenMs(file);
  if (builtMs === undefined || builtMs < compiledMs())
    throw new Problem('The programs in dist/ are older than the code: run `npm run build`.');
  return file;
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
