/** Writes two compressed copies of each built text file, so that the dashboard never compresses while it serves. */
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, gzip } from 'node:zlib';
import type { Plugin } from 'vite';

const texts = /\.(js|css|html|svg)$/;
const [asBrotli, asGzip] = [promisify(brotliCompress), promisify(gzip)];

/** A plugin that writes `x.br` and `x.gz` next to each text file `x` of the build. */
export function precompress(): Plugin {
  return {
    name: 'sluice:precompress',
    apply: 'build',
    writeBundle: async ({ dir }) => {
      if (dir === undefined) return;
      const files = (await readdir(dir, { recursive: true })).filter((file) => texts.test(file));
      await Promise.all(files.map((file) => compress(join(dir, file))));
    },
  };
}

async function compress(file: string): Promise<void> {
  const content = await readFile(file);
  await Promise.all([
    asBrotli(content).then((short) => writeFile(`${file}.br`, short)),
    asGzip(content).then((short) => writeFile(`${file}.gz`, short)),
  ]);
}
