// `npm run docs`: builds the documentation site into the artefact, from where the gateway serves it. Its generator is
// installed beside its settings and only for this command, so that nothing else waits for it.
import { mkdirSync, renameSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { docsFolder } from './bundle.mjs';
import { installWhenNeeded } from './dependencies.mjs';
import { Interrupted, runChild } from './run-child.mjs';

const tools = join('docs', '.vitepress');

/** Builds the site; rejects with one sentence if a link leads nowhere or a page cannot be read. */
async function buildDocs(root) {
  const built = join(root, 'node_modules', '.cache', 'sluice', `docs.${process.pid}`);
  rmSync(built, { recursive: true, force: true });
  mkdirSync(dirname(built), { recursive: true });
  try {
    if ((await vitepress(root, ['build', 'docs', '--outDir', built])) !== 0)
      throw new Error(
        'The documentation could not be built: fix the errors above and run the command again.',
      );
    // Renamed when it is whole, so that a gateway never serves half a site.
    rmSync(docsFolder(root), { recursive: true, force: true });
    mkdirSync(dirname(docsFolder(root)), { recursive: true });
    renameSync(built, docsFolder(root));
  } finally {
    rmSync(built, { recursive: true, force: true });
  }
}

/** Shows the pages on this machine, and each change at once, until it is stopped. */
const watchDocs = (root) => vitepress(root, ['dev', 'docs', '--host', '127.0.0.1']);

const vitepress = (root, args) =>
  runChild(
    process.execPath,
    [join(root, tools, 'node_modules', 'vitepress', 'bin', 'vitepress.js'), ...args],
    {
      cwd: root,
    },
  );

async function run(root, [option, ...surplus]) {
  if (surplus.length > 0 || (option !== undefined && option !== '--watch')) {
    console.error('"npm run docs" builds the documentation; its only option is --watch.');
    process.exitCode = 2;
    return;
  }
  try {
    await installWhenNeeded(join(root, tools));
    if (option === '--watch') await watchDocs(root);
    else await buildDocs(root);
  } catch (error) {
    if (error instanceof Interrupted) process.exit(error.exitCode);
    console.error(error.message);
    process.exitCode = 1;
  }
}

await run(fileURLToPath(new URL('../..', import.meta.url)), process.argv.slice(2));
