// Bundles each program and its imports into a few files, because a process spends most of its start finding more than a
// thousand modules. The images run the unbundled files, so that their stack traces name the source file.
import { existsSync, mkdirSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { join, relative } from 'node:path';

/** The folder where `packages/local` looks for the bundled programs. */
export const bundleFolder = (root) => join(root, 'node_modules', '.cache', 'sluice', 'programs');

/**
 * Bundles every program. Without the bundler's binary for this machine there are no bundles, and processes start
 * slower.
 */
export async function bundlePrograms(root) {
  const folder = bundleFolder(root);
  // Written to another folder and renamed, so that a process that starts meanwhile reads the files of one build.
  const written = `${folder}.${process.pid}`;
  rmSync(written, { recursive: true, force: true });
  mkdirSync(written, { recursive: true });
  try {
    await writePrograms(root, folder, written);
  } catch (error) {
    console.error(`The programs were not bundled, so each starts a second later: ${error.message}`);
    rmSync(written, { recursive: true, force: true });
    mkdirSync(written);
  }
  rmSync(folder, { recursive: true, force: true });
  renameSync(written, folder);
}

async function writePrograms(root, folder, written) {
  const { rolldown } = await import('rolldown');
  const bundle = await rolldown({
    cwd: root,
    input: programs(root),
    platform: 'node',
    logLevel: 'silent',
    // Some packages read files of their own or a binary. Tracing is loaded only if it is enabled, and patches modules
    // that others load.
    external: [/^@bull-board\//, /^swagger-ui-/, /^msgpackr-extract$/, /^@opentelemetry\/(?!api$)/],
    plugins: [keepModuleUrls(folder)],
  });
  await bundle.write({
    dir: written,
    format: 'esm',
    // For the CommonJS modules in the bundle, a few of which need it for their messages.
    banner: 'const __dirname = import.meta.dirname;',
    entryFileNames: '[name].mjs',
    chunkFileNames: '[name]-[hash].mjs',
    // Names are kept for stack traces; otherwise the code is only reprinted.
    minify: { compress: false, mangle: false, codegen: true },
  });
  await bundle.close();
}

function programs(root) {
  const services = readdirSync(join(root, 'services')).map((name) => [name, join('services', name)]);
  const found = [...services, ['cli', join('packages', 'cli')]]
    .map(([name, folder]) => [name, join(root, folder, 'dist', 'main.js')])
    .filter(([, file]) => existsSync(file));
  return Object.fromEntries(found);
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
