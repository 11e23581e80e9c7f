/** The code of a package: the modules of this project in one bundle, which imports those of others. */
import { isAbsolute, join, relative, sep } from 'node:path';
import { projectRoot } from '@sluice/local';
import { rolldown, type Plugin } from 'rolldown';

/**
 * Writes the bundle that begins with the module `entry` into `folder`, a program as a file that a shell can start. Answers
 * with all that it imports of others.
 */
export async function bundleCode(
  entry: string,
  folder: string,
  kind: 'library' | 'program',
): Promise<string[]> {
  const bundle = await rolldown({
    input: entry,
    platform: 'node',
    external: (id) => !id.startsWith('.') && !isAbsolute(id) && !id.startsWith('@sluice/'),
    plugins: [packageUrls],
  });
  try {
    const { output } = await bundle.write({
      dir: folder,
      entryFileNames: '[name].js',
      chunkFileNames: '[name]-[hash].js',
      banner: ({ isEntry }) => (isEntry && kind === 'program' ? '#!/usr/bin/env node' : ''),
      // As the compiler wrote it: a stack trace names a line that can be read.
      minify: false,
    });
    const files = new Set(output.map(({ fileName }) => fileName));
    return output
      .flatMap((one) => (one.type === 'chunk' ? [...one.imports, ...one.dynamicImports] : []))
      .filter((id) => !files.has(id));
  } finally {
    await bundle.close();
  }
}

/** A file that a module finds in the folder of its workspace, such as package.json, is found in that of the package. */
const packageUrls: Plugin = {
  name: 'package-urls',
  transform: (code, id) => {
    if (!code.includes('import.meta.url')) return null;
    const [, , ...path] = relative(projectRoot, id).split(sep);
    const url = `new URL(${JSON.stringify(join('..', ...path))}, import.meta.url).href`;
    return code.replaceAll('import.meta.url', url);
  },
};
