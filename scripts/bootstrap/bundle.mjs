// Joins each program and what it imports into a few files, because most of a process's start is the search for more than
// a thousand modules. What the images run is not made here: there, a stack trace names the file that was written.
import { existsSync, mkdirSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { join, relative } from 'node:path';

/** Where `packages/local` looks for the joined programs. */
export const bundleFolder = (root) => join(root, 'node_modules', '.cache', 'sluice', 'programs');

/** Joins every program; without the bundler's binary for this machine there are none, and processes start slower. */
export async function bundlePrograms(root) {
  const folder = bundleFolder(root);
  // Written beside and renamed, so that a process that starts meanwhile reads the files of one build.
  const written = `${folder}.${process.pid}`;
  rmSync(written, { recursive: true, force: true });
  mkdirSync(written, { recursive: true });
  try {
    await writePrograms(root, folder, written);
  } catch (error) {
    console.error(`The programs were not joined, so each starts a second later: ${error.message}`);
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
    // Some read files of their own or a binary. Tracing is loaded only when it is switched on, and patches what others load.
    external: [/^@bull-board\//, /^swagger-ui-/, /^msgpackr-extract$/, /^@opentelemetry\/(?!api$)/],
    plugins: [keepModuleUrls(folder)],
  });
  await bundle.write({
    dir: written,
    format: 'esm',
    // For the CommonJS modules among them, which a message or two of theirs asks for.
    banner: 'const __dirname = import.meta.dirname;',
    entryFileNames: '[name].mjs',
    chunkFileNames: '[name]-[hash].mjs',
    // Names stay, for stack traces; the rest of the text is only read.
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

/** What a module of ours finds beside itself is found from the joined file too. */
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
