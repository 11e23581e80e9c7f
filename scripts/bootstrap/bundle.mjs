// Bundles the programs of an installation into `dist`, the one artefact: what `npm start`, the tests and the image run.
// A process spends most of its start finding more than a thousand modules; a bundle starts in a third of the time.
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { billOfMaterials } from './bill-of-materials.mjs';

/** The folder of the bundled programs; `sluice.mjs` is the one that people start. */
export const bundleFolder = (root) => join(root, 'dist');

/** The documentation site within it, which `npm run docs` builds. */
export const docsFolder = (root) => join(bundleFolder(root), 'docs');

/** Bundles every program; rejects if one cannot be bundled. */
export async function bundlePrograms(root) {
  const folder = bundleFolder(root);
  // Written to another folder and renamed, so that a process that starts meanwhile reads the files of one build.
  const written = join(root, 'node_modules', '.cache', 'sluice', `dist.${process.pid}`);
  rmSync(written, { recursive: true, force: true });
  mkdirSync(written, { recursive: true });
  await writePrograms(root, folder, written);
  if (existsSync(docsFolder(root))) renameSync(docsFolder(root), join(written, 'docs'));
  rmSync(folder, { recursive: true, force: true });
  renameSync(written, folder);
}

async function writePrograms(root, folder, written) {
  const input = programs(root);
  if (Object.keys(input).length === 0) return;
  const { rolldown } = await import('rolldown');
  const bundle = await rolldown({
    cwd: root,
    input,
    platform: 'node',
    logLevel: 'silent',
    external: external(root),
    plugins: [keepModuleUrls(folder)],
  });
  const { output } = await bundle.write({
    dir: written,
    format: 'esm',
    // For the CommonJS modules in the bundle, a few of which need it for their messages.
    banner: 'const __dirname = import.meta.dirname;',
    entryFileNames: '[name].mjs',
    chunkFileNames: '[name]-[hash].mjs',
    // As the compiler wrote it: a stack trace names a line that can be read, below a comment that names its module.
    minify: false,
  });
  await bundle.close();
  const bill = billOfMaterials(output.flatMap(({ moduleIds = [] }) => moduleIds));
  writeFileSync(join(written, 'sluice.cdx.json'), `${JSON.stringify(bill, null, 2)}\n`);
}

/** Every program by its name: `sluice`, what it starts, and the health check of a container. */
function programs(root) {
  const found = [
    ...inside(root, 'services').map((name) => [name, join('services', name, 'dist', 'main.js')]),
    ['cli', join('packages', 'cli', 'dist', 'main.js')],
    ['sluice', join('packages', 'sluice', 'dist', 'main.js')],
    ['probe', join('packages', 'process', 'dist', 'probe', 'main.js')],
  ].map(([name, file]) => [name, join(root, file)]);
  return Object.fromEntries(found.filter(([, file]) => existsSync(file)));
}

const inside = (root, folder) => (existsSync(join(root, folder)) ? readdirSync(join(root, folder)) : []);

/**
 * Packages that read files of their own, or patch modules that others load. They are the dependencies of a workspace
 * without code, so that an image installs them and nothing else; `msgpackr-extract` is a binary that msgpackr does without.
 */
function external(root) {
  const file = join(root, 'packages', 'unbundled', 'package.json');
  const { dependencies } = JSON.parse(readFileSync(file, 'utf8'));
  const names = Object.keys(dependencies).filter((name) => name !== '@opentelemetry/api');
  return [...names.map((name) => new RegExp(`^${name}(/|$)`)), 'msgpackr-extract'];
}

/** Files that a module of ours finds next to itself are also found from the bundle. */
function keepModuleUrls(folder) {
  return {
    name: 'keep-module-urls',
    transform: (code, id) => {
      if (id.includes('node_modules') || !code.includes('import.meta.url')) return null;
      const path = relative(folder, id).split('\\').join('/');
      return code.replaceAll('import.meta.url', `new URL(${JSON.stringify(path)}, import.meta.url).href`);
    },
  };
}

if (process.argv[1] === fileURLToPath(import.meta.url))
  await bundlePrograms(fileURLToPath(new URL('../..', import.meta.url)));
